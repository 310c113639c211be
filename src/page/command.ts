/** A parameter of a command, as the command list tells it. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  /** The allowed values, where only these count. */
  readonly values?: readonly string[];
  readonly default?: string;
  readonly mayBeEmpty?: boolean;
  readonly description: string;
}

/** A command, as the command list tells it with details. */
export interface Command {
  readonly command: string;
  readonly httpMethod: 'GET' | 'POST' | 'DELETE';
  readonly category: string;
  readonly dangerous: boolean;
  readonly description: string;
  /** What to do about it, where it cannot be used. */
  readonly off?: string;
  readonly usage: string;
  readonly note?: string;
  readonly parameters: readonly Parameter[];
  readonly flags: readonly { readonly name: string; readonly description: string }[];
}
