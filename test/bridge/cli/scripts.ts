import type { Program } from '../../../src/bridge/cli/program';

/** A true program made of shell text: its arguments are `$1`, `$2`, ... */
export function shell(text: string): Program {
  return { file: '/bin/sh', leadingArguments: ['-c', text, 'obsidian'] };
}
