import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonExcess } from '../../../../src/bridge/text/json';
import { serveFake } from '../../../kit/bridge';
import { jsonCall } from '../../../kit/http-client';

/** How deep a value is, the slow way. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** How many members and items a value has in all, and arrays and objects. */
function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value) as unknown[];
  return 1 + Math.max(0, parts.length - 1) + parts.reduce<number>((sum, part) => sum + partsOf(part), 0);
}

describe('how deep a JSON text is, and how many parts it has', () => {
  test('property: counted as the parsed value has it, whatever its strings say', () => {
    const key = fc.string({ unit: fc.constantFrom('a', '[', '{', ']', '}', '"', '\\') });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.oneof(key, fc.integer(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (given, space) => {
        const text = JSON.stringify(given, undefined, space);
        const excess = (depth: number, parts: number) => jsonExcess(text, { depth, parts });
        const parsed = JSON.parse(text) as unknown;
        const [depth, parts] = [depthOf(parsed), partsOf(parsed)];
        expect(excess(depth, parts)).toBeUndefined();
        if (depth > 0) expect(excess(depth - 1, parts)).toBe('depth');
        if (parts > 0) expect(excess(depth, parts - 1)).toBe('parts');
      }),
    );
  });

  test.each(['', '"', '"\\', ']]]]', '"[', '"a\\"['])('%j, which is not JSON, is not deep', (text) => {
    expect(jsonExcess(text, { depth: 0, parts: 0 })).toBeUndefined();
  });
});

describe('data of a command with JSON output', () => {
  /** Prints arrays within each other, as many as `query` says. */
  const NESTS = `depth=\${2#query=}
for bracket in '[' ']'; do head -c "$depth" /dev/zero | tr '\\0' "$bracket"; done`;

  test.for<[number, unknown]>([
    [200, undefined],
    [201, ['JSON was asked for, but the output is nested more than 200 levels deep, so there is no data.']],
    [10_000, [expect.stringContaining('nested more than 200 levels deep') as string]],
    [3_000_000, [expect.stringContaining('larger than 1 MiB') as string]],
  ])('%i levels deep: answered, with the warnings %j', async ([depth, warnings], context) => {
    const { client } = await serveFake(context, NESTS);
    const { status, envelope } = await client.get('search', { query: String(depth), format: 'json' });
    expect(status).toBe(200);
    expect(envelope).toMatchObject({ ok: true, stdout: '['.repeat(depth) + ']'.repeat(depth) });
    expect(envelope.warnings).toEqual(warnings);
    expect('data' in envelope).toBe(warnings === undefined);
  });

  test('a tool call is answered with the same output, without a word of data', async (context) => {
    const { client } = await serveFake(context, NESTS);
    const call = { command: 'search', params: { query: '10000', format: 'json' } };
    const params = { name: 'execute', arguments: call };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { status, text } = await client.send('/mcp', jsonCall('POST', message));
    expect(status).toBe(200);
    expect(text).toContain('"ok":true');
    expect(text).not.toContain('nested');
  });
});
