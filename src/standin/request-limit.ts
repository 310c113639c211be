/** The largest request the app takes, and what happens to a larger one. */
export interface RequestLimit {
  /** Size in bytes of the whole request, which is one line of JSON with its line break. */
  readonly bytes: number;
  /**
   * `hang`: never answers. `empty`: does nothing, prints nothing and exits with 0. `corrupt`: decodes the request in parts
   * of this size, and a character split between two parts becomes U+FFFD.
   */
  readonly beyond: 'hang' | 'empty' | 'corrupt';
}

/**
 * Observed with 1.12.7 to 1.14 on Windows (4,000 bytes work, 4,001 do nothing) and macOS. The value for Linux is a guess:
 * the size of a socket buffer.
 */
const PLATFORMS: Readonly<Partial<Record<string, RequestLimit>>> = {
  windows: { bytes: 4_000, beyond: 'empty' },
  macos: { bytes: 8_192, beyond: 'corrupt' },
  linux: { bytes: 65_536, beyond: 'hang' },
};

/**
 * Parses `windows`, `macos`, `linux`, or a size and its effect, such as `4000:hang`. Empty text means no limit.
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

/** The arguments as they arrive, possibly corrupted, or why there is no answer. */
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
