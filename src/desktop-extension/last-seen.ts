import { readFileSync, writeFileSync } from 'node:fs';

/** What a client learns about the bridge when it starts. */
interface Seen {
  readonly instructions?: string;
  readonly tools?: readonly object[];
}

/**
 * What the bridge last said about its tools, kept in a file for clients that start before Obsidian. The file holds only these
 * texts: no key, no address, no note.
 */
export class LastSeen {
  private seen: Seen;

  constructor(
    private readonly file: string,
    private readonly report: (sentence: string) => void,
  ) {
    this.seen = seenIn(file);
  }

  get instructions(): string | undefined {
    return this.seen.instructions;
  }

  /** Empty if no bridge was ever seen. */
  get tools(): readonly object[] {
    return this.seen.tools ?? [];
  }

  /** Keeps what the result of a request says about the tools, if anything. */
  keep({ instructions, tools }: { readonly instructions?: unknown; readonly tools?: unknown }): void {
    const seen = {
      ...this.seen,
      ...(typeof instructions === 'string' && { instructions }),
      ...(Array.isArray(tools) && { tools: tools.map(asWithAnyKey) }),
    };
    const text = JSON.stringify(seen);
    if (text === JSON.stringify(this.seen)) return;
    this.seen = seen;
    try {
      writeFileSync(this.file, text, { mode: 0o600 });
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      this.report(
        `The tools can't be kept in ${this.file} (${code}): none are listed before Obsidian is open.`,
      );
    }
  }
}

/** What the file holds; nothing if it is missing or was damaged. */
function seenIn(file: string): Seen {
  try {
    const { instructions, tools } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return {
      ...(typeof instructions === 'string' && { instructions }),
      ...(Array.isArray(tools) && { tools: tools as object[] }),
    };
  } catch {
    return {};
  }
}

/**
 * A tool as it is with every key: without its annotations, because whether it only reads depends on the key and the settings, which
 * may change meanwhile. The tool `search` always only reads.
 */
function asWithAnyKey({ annotations, ...tool }: Record<string, unknown>): object {
  return tool['name'] === 'search' ? { ...tool, annotations } : tool;
}
