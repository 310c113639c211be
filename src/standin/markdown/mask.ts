/** A byte order mark may come first. */
const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n(?:[^]*?\r?\n)?---[ \t]*(?=\r?\n|$)/;
const FENCE = /^(?:[ \t>]*)(`{3,}|~{3,})/;

/** The length of the frontmatter, including both `---` lines; 0 without frontmatter. */
export function frontmatterLength(text: string): number {
  return FRONTMATTER.exec(text)?.[0].length ?? 0;
}

/**
 * Replaces frontmatter, code and comments with spaces, since links, tags, headings and tasks in them do not count.
 * Positions in the result are positions in the text.
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

/** Replaces everything but line breaks with spaces. */
function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
