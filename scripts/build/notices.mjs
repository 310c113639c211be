import { appendFile, readdir, readFile } from 'node:fs/promises';

/** Appends the licenses of the bundled packages to each output, as their terms require. */
export async function addNotices({ metafile }) {
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
    const used = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    await appendNotices(
      file,
      used.map(([input]) => input),
    );
  }
}

/** Appends the licenses of the packages that these files belong to. @param inputs paths of the files bundled into it */
async function appendNotices(file, inputs) {
  const packages = new Set(
    inputs
      .map((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1])
      .filter((name) => name !== undefined),
  );
  const texts = new Map();
  for (const name of [...packages].sort()) {
    const { title, text } = await licenseOf(name);
    texts.set(text, [...(texts.get(text) ?? []), title]);
  }
  const notices = [];
  for (const [text, titles] of texts) {
    notices.push(`${titles.join('\n')}\n\n${withoutRepetition(text, notices.join('\n'))}`);
  }
  if (notices.length > 0) await appendFile(file, `/*!\n${notices.join('\n\n')}\n*/\n`);
}

/** The license without the MIT terms if an earlier license has them. The copyright notice stays. */
function withoutRepetition(text, before) {
  const plain = (words) => words.replaceAll(/\s+/g, ' ');
  const start = text.indexOf('Permission is hereby granted');
  if (start < 0 || !plain(before).includes(plain(text.slice(start)))) return text;
  return `${text.slice(0, start)}The terms of the MIT License are those above.`;
}

async function licenseOf(name) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const licenseFile = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  const text = licenseFile ? await readFile(`${folder}/${licenseFile}`, 'utf8') : '';
  const withoutIndents = text
    .replaceAll(/^[ \t]+/gm, '')
    .replaceAll('*/', '* /')
    .trim();
  return { title: `${name} ${version} (${license})`, text: withoutIndents };
}
