import type { CommandFlag, CommandParameter } from './command';
import { describeFlag, describeParameter } from './vocabulary';

/** The parameters and flags of a command, read from one line. */
interface Signature {
  readonly parameters: readonly CommandParameter[];
  readonly flags: readonly CommandFlag[];
}

const FLAG = /^\[([^\]]+)\]$/;
const POSITIONAL = /^<([^>]+)>$/;
const PARAMETER = /^([A-Za-z][\w-]*)=([^()!]+)(?:\(([^)]*)\))?(!?)$/;

/**
 * Reads a signature: `name=<placeholder>` or `name=a|b|c`, with a default in parentheses and `!` where required;
 * `[flag]`; `<word>` for a word of its own. Tokens are parted by blanks.
 * @throws Error when a token has another form
 */
export function readSignature(command: string, signature: string): Signature {
  const parameters: CommandParameter[] = [];
  const flags: CommandFlag[] = [];
  for (const token of signature.split(' ').filter(Boolean)) {
    const flag = FLAG.exec(token)?.[1];
    const positional = POSITIONAL.exec(token)?.[1];
    if (flag) {
      flags.push({ name: flag, description: describeFlag(command, flag) });
    } else if (positional) {
      parameters.push({
        name: positional,
        required: false,
        placeholder: token,
        positional: true,
        description: describeParameter(command, positional, token),
      });
    } else {
      parameters.push(readParameter(command, token));
    }
  }
  return { parameters, flags };
}

function readParameter(command: string, token: string): CommandParameter {
  const [, name, value, defaultValue, required] = PARAMETER.exec(token) ?? [];
  if (name === undefined || value === undefined) throw new Error(`Not a parameter: ${token}`);
  const values = value.startsWith('<') ? undefined : value.split('|');
  return {
    name,
    required: required === '!',
    placeholder: value,
    positional: false,
    description: describeParameter(command, name, value),
    ...(values && { values }),
    ...(defaultValue !== undefined && { defaultValue }),
  };
}
