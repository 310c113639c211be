import { describe, expect, test } from 'vitest';
import { serveFake } from '../../../kit/bridge';
import { isProbe } from '../../../kit/fake-cli';
import { jsonCall } from '../../../kit/http-client';
import type { Envelope } from '../../../kit/http-client';
import { callTool } from '../../../kit/mcp-client';
import { groupScope } from '../../../kit/test-scope';
import { until } from '../../../kit/until';

const scope = groupScope();

/** Confirms every change as the program does, by what it was sent. */
const CONFIRMS = `arg() { for word in "$@"; do case $word in "$key"=*) printf '%s' "\${word#*=}" ;; esac; done; }
key=path; path=$(arg "$@")
key=file; file=$(arg "$@")
key=name; name=$(arg "$@")
key=value; value=$(arg "$@")
key=to; to=$(arg "$@")
case $command in
files) printf 'Note.md\\nBoard.canvas\\n' ;;
create) folder=\${path%/}; echo "Created: \${folder:+$folder\${name:+/}}$name" ;;
append) echo "Appended to: $path" ;;
prepend) echo "Prepended to: $path" ;;
rename) echo "Renamed: \${path:-$file} -> $name" ;;
move) echo "Moved: \${path:-$file} -> $to" ;;
property:set) echo "Set $name: $value" ;;
*) echo text ;;
esac`;

const fake = serveFake(scope, CONFIRMS);

const WAYS = ['rest', 'mcp', 'batch'] as const;
type Way = (typeof WAYS)[number];
type Params = Readonly<Record<string, unknown>>;

interface Seen extends Pick<Envelope, 'ok' | 'code' | 'error' | 'hint' | 'warnings'> {
  /** What the program was called with for it, after the command; undefined where it was not called. */
  readonly sent: readonly string[] | undefined;
}

/** Makes the call in one of the ways in which clients make one. */
async function call(way: Way, command: string, params: Params, flags: readonly string[] = []): Promise<Seen> {
  const { bridge, client, cli } = await fake;
  await until('help was read', () => bridge.status().cli.recognized);
  await cli.newCalls();
  const answer = await answerOf();
  const calls = (await cli.newCalls()).filter((words) => !isProbe(words));
  return { ...answer, sent: calls.find(([name]) => name === command)?.slice(1) };

  async function answerOf(): Promise<Omit<Seen, 'sent'>> {
    if (way === 'rest') return (await client.post(command, { params, flags })).envelope;
    if (way === 'mcp') {
      const { structured } = await callTool(new URL('/mcp', client.url), 'execute', {
        command,
        params,
        flags,
      });
      return structured as unknown as Omit<Seen, 'sent'>;
    }
    const { envelope } = await client.request(
      '/api/v1/batch',
      jsonCall('POST', { calls: [{ command, params, flags }] }),
    );
    return (Array.isArray(envelope.data) ? envelope.data[0] : envelope) as Envelope;
  }
}

type Sent = readonly [command: string, params: Params, sent: readonly string[], warning?: RegExp];
type Refused = readonly [
  command: string,
  params: Params,
  error: RegExp,
  hint: RegExp | undefined,
  code?: string,
];

const SENT: readonly Sent[] = [
  // create: one target, which ends as the program can create it
  ['create', { name: 'Draft v1.2' }, ['name=Draft v1.2.md'], /note is "Draft v1\.2\.md"/],
  ['create', { path: 'Notes/Draft v1.2' }, ['path=Notes/Draft v1.2.md'], /note is "Notes\/Draft v1\.2\.md"/],
  ['create', { path: '33.11 Notes/Draft' }, ['path=33.11 Notes/Draft.md'], /cut "33\.11 Notes\/Draft"/],
  ['create', { path: '33.11 Notes/Draft.md' }, ['path=33.11 Notes/Draft.md']],
  ['create', { path: 'data.txt' }, ['path=data.txt.md'], /note is "data\.txt\.md"/],
  ['create', { path: 'Note.MD' }, ['path=Note.MD.md'], /note is "Note\.MD\.md"/],
  ['create', { path: 'Notes/Plain' }, ['path=Notes/Plain']],
  ['create', { path: 'Board.canvas' }, ['path=Board.canvas']],
  ['create', { path: 'Shelf/Books.base' }, ['path=Shelf/Books.base']],
  ['create', { path: 'Folder/', name: 'Note' }, ['path=Folder/', 'name=Note']],
  ['create', { path: 'Folder', name: 'Note' }, ['path=Folder', 'name=Note']],
  ['create', { path: 'Folder', name: 'B.C' }, ['path=Folder', 'name=B.C.md'], /note is "Folder\/B\.C\.md"/],
  ['create', { path: 'A.B/', name: 'Note' }, ['path=A.B/', 'name=Note.md'], /note is "A\.B\/Note\.md"/],
  [
    'create',
    { path: 'A/Note.md', name: 'B.md' },
    ['path=A/Note.md', 'name=B.md'],
    /"path" is taken as the folder/,
  ],
  ['create', { path: '/', name: 'Note' }, ['path=/', 'name=Note']],
  ['create', { path: '', name: 'Draft v1.2' }, ['name=Draft v1.2.md'], /note is/],
  ['create', { path: 'a.md', template: 'Book' }, ['path=a.md', 'template=Book']],
  ['create', { path: 'a.md', template: 'Book', content: '' }, ['path=a.md', 'template=Book', 'content=']],
  ['create', { path: 'C# notes' }, ['path=C# notes'], /^Links to "C# notes" will not work/],
  ['create', { name: '"Yes" and "No"' }, ['name="Yes" and "No"'], /may refuse the name/],
  ['create', { path: 'C#/Plan' }, ['path=C#/Plan']],
  // rename: a name with a dot is the whole name of the file
  ['rename', { path: 'a/Note.md', name: 'Release' }, ['path=a/Note.md', 'name=Release']],
  [
    'rename',
    { path: 'a/Note.md', name: 'Release 1.2' },
    ['path=a/Note.md', 'name=Release 1.2.md'],
    /"Release 1\.2\.md"/,
  ],
  ['rename', { path: 'Note.md', name: 'Dr. Who' }, ['path=Note.md', 'name=Dr. Who.md'], /"Dr\. Who\.md"/],
  ['rename', { path: 'Note.md', name: 'Etc.' }, ['path=Note.md', 'name=Etc..md'], /"Etc\.\.md"/],
  ['rename', { path: 'Note.md', name: 'v1.2.md' }, ['path=Note.md', 'name=v1.2.md']],
  [
    'rename',
    { path: 'Note.md', name: 'Note.txt' },
    ['path=Note.md', 'name=Note.txt'],
    /was \.md and is now \.txt/,
  ],
  [
    'rename',
    { path: 'Note.md', name: 'Note.MD' },
    ['path=Note.md', 'name=Note.MD'],
    /was \.md and is now \.MD/,
  ],
  [
    'rename',
    { path: 'pic.png', name: 'Trip 1.2' },
    ['path=pic.png', 'name=Trip 1.2.png'],
    /"Trip 1\.2\.png"/,
  ],
  ['rename', { path: 'data.csv', name: 'new.csv' }, ['path=data.csv', 'name=new.csv']],
  [
    'rename',
    { file: 'Note', name: 'Node.js notes' },
    ['file=Note', 'name=Node.js notes.md'],
    /"Node\.js notes\.md"/,
  ],
  [
    'rename',
    { file: 'Board.canvas', name: 'v1.2' },
    ['file=Board.canvas', 'name=v1.2.canvas'],
    /"v1\.2\.canvas"/,
  ],
  ['rename', { path: 'Note.md', name: 'a [b]' }, ['path=Note.md', 'name=a [b]'], /one of # \^ \[ \] \|/],
  // move: a place with a dot is the whole path of the file
  ['move', { path: 'a.md', to: 'Archive' }, ['path=a.md', 'to=Archive']],
  ['move', { path: 'a.md', to: 'Archive/' }, ['path=a.md', 'to=Archive/']],
  ['move', { file: 'Note', to: 'Archive/Old' }, ['file=Note', 'to=Archive/Old']],
  ['move', { path: 'a.md', to: '/' }, ['path=a.md', 'to=/']],
  ['move', { path: 'a.md', to: '33.11 Notes/b.md' }, ['path=a.md', 'to=33.11 Notes/b.md']],
  [
    'move',
    { path: 'x/a.md', to: '33.11 Notes/Sub/' },
    ['path=x/a.md', 'to=33.11 Notes/Sub/a.md'],
    /"33\.11 Notes\/Sub\/a\.md"/,
  ],
  ['move', { path: 'a.csv', to: 'data/b.csv' }, ['path=a.csv', 'to=data/b.csv']],
  ['move', { path: 'a.md', to: 'data/a.txt' }, ['path=a.md', 'to=data/a.txt'], /was \.md and is now \.txt/],
  // property:set: the type of what the caller sent
  [
    'property:set',
    { path: 'a.md', name: 'n', value: 5 },
    ['path=a.md', 'name=n', 'value=5', 'type=number'],
    /"n" now has the type number in the whole vault, which cannot be undone/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: true },
    ['path=a.md', 'name=n', 'value=true', 'type=checkbox'],
    /the type checkbox/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: 5, type: 'text' },
    ['path=a.md', 'name=n', 'value=5', 'type=text'],
  ],
  ['property:set', { path: 'a.md', name: 'n', value: '5' }, ['path=a.md', 'name=n', 'value=5']],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: ['a,b', '[[C]]', 3] },
    ['path=a.md', 'name=n', 'value=["a,b","[[C]]",3]'],
    /the type list/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: ['a'], type: 'list' },
    ['path=a.md', 'name=n', 'value=["a"]', 'type=list'],
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: [] },
    ['path=a.md', 'name=n', 'value=[]'],
    /the type list/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: '["a", "b"]' },
    ['path=a.md', 'name=n', 'value=["a", "b"]'],
    /the type list/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: 'a, b', type: 'list' },
    ['path=a.md', 'name=n', 'value=a, b', 'type=list'],
  ],
  ['property:set', { path: 'a.md', name: 'n', value: '[[A]]' }, ['path=a.md', 'name=n', 'value=[[A]]']],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: 'false', type: 'checkbox' },
    ['path=a.md', 'name=n', 'value=false', 'type=checkbox'],
  ],
  // two notes
  [
    'append',
    { path: 'a.md', file: 'b', content: 'x' },
    ['path=a.md', 'file=b', 'content=x'],
    /^"file" was ignored, [^]* about "a\.md", not "b"\.$/,
  ],
  ['read', { path: 'x/Plan.md', file: 'plan' }, ['path=x/Plan.md', 'file=plan']],
  ['read', { path: 'x/Plan.md', file: 'x/Plan.md' }, ['path=x/Plan.md', 'file=x/Plan.md']],
  ['read', { path: 'x/My Plan.md', file: 'Plan' }, ['path=x/My Plan.md', 'file=Plan'], /not "Plan"/],
  // what holds text
  ['read', { path: 'a.txt' }, ['path=a.txt']],
  ['read', { path: 'photo.png.md' }, ['path=photo.png.md']],
  ['append', { path: 'Song.mp3/a.md', content: 'x' }, ['path=Song.mp3/a.md', 'content=x']],
];

const REFUSED: readonly Refused[] = [
  ['create', { path: 'Receipts/' }, /ends in a slash, and a folder cannot/, /name of the note/],
  ['create', { path: '33.11 Notes/ ' }, /ends in a slash/, /name of the note/],
  ['create', { name: 'Folder/Note' }, /"name" has a slash/, /"path"[^]*"Folder\/Note\.md"/],
  ['create', { path: 'A', name: 'B/C' }, /"name" has a slash/, /"A\/B\/C\.md"/],
  ['create', { path: 'a.md', template: 'Book', content: 'x' }, /drops "content"/, /append/],
  ['rename', { path: 'a.md', name: 'b/c' }, /"name" has a slash/, /move/],
  [
    'move',
    { path: 'a.md', to: '33.11 Notes/Sub' },
    /whole|new path of the file/,
    /"33\.11 Notes\/Sub\/"[^]*"33\.11 Notes\/Sub\.md"/,
  ],
  ['move', { path: 'a.md', to: 'Projects/v1.2' }, /new path/, /"Projects\/v1\.2\/"[^]*"Projects\/v1\.2\.md"/],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: '[a, "b c"]', type: 'list' },
    /as one text/,
    /\["a","b c"\]/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: '[[A]],[[B, C]]', type: 'list' },
    /as one text/,
    /\["\[\[A\]\]","\[\[B, C\]\]"\]/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: '[[A]]', type: 'list' },
    /as one text/,
    /\["\[\[A\]\]"\]/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: '[[2024]]' },
    /contains a list or an object/,
    /\["\[\[2024\]\]"\]/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: '["a"]', type: 'text' },
    /turns a JSON array into a list/,
    /type=list/,
  ],
  ['property:set', { path: 'a.md', name: 'n', value: ['a', ['b']] }, /or a list of these/, undefined],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: 'yes', type: 'checkbox' },
    /takes true or false/,
    /"true"/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: '1', type: 'checkbox' },
    /takes true or false/,
    /"true"/,
  ],
  [
    'property:set',
    { path: 'a.md', name: 'n', value: '', type: 'number' },
    /would write an empty number as 0/,
    /property:remove/,
  ],
  ['read', { path: 'pic.png' }, /"pic\.png" is an image/, /cli-bridge:attachment/, 'not_text'],
  ['read', { file: 'Song.MP3' }, /an audio file/, /cli-bridge:attachment/, 'not_text'],
  ['append', { path: 'pic.png', content: 'x' }, /"pic\.png" is an image/, /\.md/, 'not_text'],
  ['prepend', { path: 'a/b.pdf', content: 'x' }, /a PDF/, /\.md/, 'not_text'],
  ['append', { path: 'x.docx', content: 'x' }, /an archive/, /\.md/, 'not_text'],
  ['append', { path: 'x.woff2', content: 'x' }, /a font/, /\.md/, 'not_text'],
  ['append', { path: 'Board.canvas', content: 'x' }, /is a canvas/, /cli-bridge:edit/, 'not_text'],
  ['prepend', { file: 'Books.base', content: 'x' }, /is a base/, /cli-bridge:edit/, 'not_text'],
  ['cli-bridge:edit', { path: 'clip.webm', old: 'a', new: 'b' }, /a video|an audio/, /\.md/, 'not_text'],
];

/** Each row in one of the ways, and each way with a third of the rows. */
function inTurn<Row>(rows: readonly Row[]): readonly (readonly [Way, Row])[] {
  return rows.map((row, index) => [WAYS[index % WAYS.length] ?? 'rest', row]);
}

test.for(inTurn(SENT))('over %s, %j sends what is meant', async ([way, [command, params, sent, warning]]) => {
  const seen = await call(way, command, params);
  expect(seen).toMatchObject({ ok: true });
  expect([...(seen.sent ?? [])].sort()).toEqual([...sent].sort());
  expect(seen.warnings).toEqual(warning && [expect.stringMatching(warning)]);
});

test.for(inTurn(REFUSED))('over %s, %j is refused', async ([way, row]) => {
  const [command, params, error, hint, code = 'invalid_parameter'] = row;
  const seen = await call(way, command, params);
  expect(seen).toMatchObject({ code, error: expect.stringMatching(error) as unknown });
  if (hint !== undefined) expect(seen.hint).toMatch(hint);
  expect(seen.sent).toBeUndefined();
});

describe('a program that is not known to be the Obsidian CLI', () => {
  const strange = serveFake(scope, 'echo done', {}, { version: 'echo 2.0', help: 'exit 1' });

  test.each<[command: string, params: Params, sent: readonly string[]]>([
    ['create', { path: 'Draft v1.2', name: 'a/b' }, ['path=Draft v1.2', 'name=a/b']],
    ['rename', { path: 'a.md', name: 'v1.2' }, ['path=a.md', 'name=v1.2']],
    ['move', { path: 'a.md', to: 'v1.2/' }, ['path=a.md', 'to=v1.2/']],
    ['property:set', { name: 'n', value: 5, path: 'a.md' }, ['name=n', 'value=5', 'path=a.md']],
    ['append', { path: 'pic.png', content: 'x' }, ['path=pic.png', 'content=x']],
  ])('%s gets %j as it is', async (command, params, sent) => {
    const { client, cli } = await strange;
    await cli.newCalls();
    const { envelope } = await client.post(command, { params });
    expect(envelope).toMatchObject({ ok: true });
    const calls = (await cli.newCalls()).filter((words) => !isProbe(words));
    expect(calls).toEqual([[command, ...sent]]);
  });

  test('gets no list', async () => {
    const { client } = await strange;
    const { envelope } = await client.post('property:set', {
      params: { path: 'a.md', name: 'n', value: ['a'] },
    });
    expect(envelope).toMatchObject({ code: 'invalid_parameter' });
  });
});
