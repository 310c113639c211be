/** A command's parameter in the command list. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  /** The allowed values, if they are limited. */
  readonly values?: readonly string[];
  readonly default?: string;
  readonly mayBeEmpty?: boolean;
  readonly description: string;
}

/** A command in the command list with details. */
export interface ListedCommand {
  readonly command: string;
  readonly httpMethod: 'GET' | 'POST' | 'DELETE';
  readonly category: string;
  readonly dangerous: boolean;
  readonly description: string;
  /** What to do about it if the command cannot be used. */
  readonly off?: string;
  readonly usage: string;
  readonly note?: string;
  readonly parameters: readonly Parameter[];
  readonly flags: readonly { readonly name: string; readonly description: string }[];
}
