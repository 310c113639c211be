/** A byte order mark may stand in front. */
const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n(?:[^]*?\r?\n)?---[ \t]*(?=\r?\n|$)/;
const FENCE = /^(?:[ \t>]*)(`{3,}|~{3,})/;

/** How long the frontmatter at the head of a text is, both `---` lines included; 0 without one. */
export function frontmatterLength(text: string): number {
  return FRONTMATTER.exec(text)?.[0].length ?? 0;
}

/**
 * The text with blanks in place of frontmatter, code and comments: of the same length, so that places found in it are
 * places in the text. What stands in code is no link, tag, heading or task.
 */
export function maskCode(text: string): string {
  const head = frontmatterLength(text);
  const masked = maskFences(text.slice(head))
    .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, blank)
    .replace(/%%[^]*?%%/g, blank);
  return blank(text.slice(0, head)) + masked;
}

function maskFences(text: string): string {
  let fence = '';
  return text
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1] ?? '';
      if (fence === '') {
        fence = mark;
        return mark === '' ? line : blank(line);
      }
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
      return blank(line);
    })
    .join('\n');
}

/** Keeps line breaks only. */
function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
