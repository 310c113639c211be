/** How large a request the app takes, and what happens to a larger one. */
export interface RequestLimit {
  /** The size of the whole request, which is one line of JSON with a line break, in bytes. */
  readonly bytes: number;
  /**
   * `hang`: it is never answered. `empty`: nothing is done, and nothing printed, with exit code 0. `corrupt`: the app
   * decodes it in parts of this size, so that a character that lies across two of them becomes U+FFFD.
   */
  readonly beyond: 'hang' | 'empty' | 'corrupt';
}

/**
 * What was observed with 1.12.7 to 1.14 on Windows (4,000 bytes work, 4,001 do nothing) and on macOS. Nobody has measured
 * Linux: the size of a socket's buffer is a guess there.
 */
const PLATFORMS: Readonly<Partial<Record<string, RequestLimit>>> = {
  windows: { bytes: 4_000, beyond: 'empty' },
  macos: { bytes: 8_192, beyond: 'corrupt' },
  linux: { bytes: 65_536, beyond: 'hang' },
};

/**
 * Reads `windows`, `macos`, `linux`, or bytes and what happens beyond them: `4000:hang`. Empty text means no limit.
 * @throws Error for any other text
 */
export function readRequestLimit(text: string): RequestLimit | undefined {
  if (text === '') return undefined;
  const [, bytes, beyond] = /^(\d+):(hang|empty|corrupt)$/.exec(text) ?? [];
  const limit =
    beyond === undefined
      ? PLATFORMS[text]
      : { bytes: Number(bytes), beyond: beyond as RequestLimit['beyond'] };
  if (!limit) throw new Error(`"${text}" is not a valid limit of requests.`);
  return limit;
}

/** What arrives of a request: its arguments, possibly changed, or why it gets no answer. */
export function received(
  argv: readonly string[],
  limit: RequestLimit | undefined,
): readonly string[] | 'hang' | 'empty' {
  if (!limit) return argv;
  const request = Buffer.from(`${JSON.stringify({ argv, tty: false, cwd: process.cwd() })}\n`);
  if (request.length <= limit.bytes) return argv;
  return limit.beyond === 'corrupt' ? decodedInParts(request, limit.bytes) : limit.beyond;
}

function decodedInParts(request: Buffer, size: number): readonly string[] {
  const parts = Array.from({ length: Math.ceil(request.length / size) }, (_, index) =>
    request.subarray(index * size, (index + 1) * size).toString(),
  );
  return (JSON.parse(parts.join('')) as { argv: string[] }).argv;
}
