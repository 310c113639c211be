/**
 * The path at which `create` makes a note: path and name are one path, and what follows its last dot is kept only where the
 * app can create such files.
 * @returns undefined where the call names none, and the app chooses a name
 */
export function newNotePath(parameters: ReadonlyMap<string, string>): string | undefined {
  const [folder, name] = [parameters.get('path') ?? '', parameters.get('name') ?? ''];
  const joined = (name === '' ? folder : folder === '' ? name : `${folder.replace(/\/+$/, '')}/${name}`)
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
  if (joined === '') return undefined;
  return /\.(?:md|canvas|base)$/.test(joined) ? joined : `${joined}.md`;
}
