import { flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { printFields } from '../rows';
import { totalSize } from './files';

/** Commands about vaults. */
export const VAULT_COMMANDS: readonly Command[] = [
  {
    name: 'vault',
    summary: 'Show vault info',
    options: [parameter('info', 'name|path|files|folders|size', 'Return specific info only')],
    run: showVault,
  },
  {
    name: 'vaults',
    summary: 'List known vaults',
    options: [flag('total', 'Return vault count'), flag('verbose', 'Include vault paths')],
    run: (call) => {
      if (call.flag('total')) return String(call.vaults.length);
      return call.vaults
        .map(({ name, root }) => (call.flag('verbose') ? `${name}\t${root}` : name))
        .join('\n');
    },
  },
];

function showVault(call: Call): string {
  const { vault } = call;
  const info = call.value('info');
  if (info === 'name') return vault.name;
  if (info === 'path') return vault.root;
  const files = vault.files();
  const counted = {
    files: files.length,
    // Like `folders`, this counts the root.
    folders: vault.folders().length + 1,
    size: totalSize(vault, files),
  };
  return info === 'files' || info === 'folders' || info === 'size'
    ? String(counted[info])
    : printFields({ name: vault.name, path: vault.root, ...counted });
}
