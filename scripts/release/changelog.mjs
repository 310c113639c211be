/**
 * The changelog's section for a version, without its heading; undefined if there is no dated one.
 * @param {string} changelog the text of CHANGELOG.md
 * @param {string} version such as `3.0.0`
 */
export function changelogSection(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`${version} - `));
  if (found === undefined) return undefined;
  const [heading, ...lines] = found.split('\n');
  const date = heading.trim().slice(`${version} - `.length);
  return isDay(date) ? lines.join('\n').trim() : undefined;
}

/**
 * The newest version in the changelog, which comes first.
 * @param {string} changelog the text of CHANGELOG.md
 * @param {boolean} isReleased whether everything in it is released; otherwise a section "Unreleased" may come first
 */
export function newestVersion(changelog, isReleased) {
  const headings = [...changelog.matchAll(/^## (\S+)/gm)].map(([, heading]) => heading);
  return headings.find((heading) => isReleased || heading !== 'Unreleased');
}

/** Whether the text is a calendar date, such as `2026-11-22`. */
function isDay(text) {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, text.length) === text
  );
}
