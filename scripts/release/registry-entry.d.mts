/** What the registry's rules are about. */
export interface Entry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly repository: { readonly url: string };
  readonly packages: readonly {
    readonly identifier: string;
    readonly fileSha256: string;
    readonly transport: { readonly type: string };
  }[];
}
export function makeEntry(folder: string): Promise<{ entry: Entry; extension: Buffer }>;
export function entryProblems(folder: string): Promise<string[]>;
export function entryReminder(entry: Entry): string | undefined;
export function ruleProblems(entry: Entry): Promise<string[]>;
