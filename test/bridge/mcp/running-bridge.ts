import { openFolder } from '../../../src/bridge/notes/file-store';
import { serve } from '../../kit/bridge';
import type { Served } from '../../kit/bridge';
import type { BridgePorts } from '../../../src/bridge/ports';
import type { Settings } from '../../../src/bridge/settings';
import { writeFakeCli } from '../../kit/fake-cli';
import { makeFolder } from '../../kit/folder';
import type { TestScope } from '../../kit/test-scope';

/** Answers as the program would, from a few fixed texts. */
const BEHAVIOR = `mark "$*"
for word in "$@"; do
  case $word in
    path=Missing.md) echo 'Error: File "Missing.md" not found.'; exit ;;
    path=Long.md | id=long) long=yes ;;
    id=turns) [ "$(marks | grep -c id=turns)" = 1 ] && long=yes ;;
    path=Wall.md) printf '%030000d' 0; exit ;;
    path=Slow.md) sleep 30 ;;
    query=*) query=\${word#query=} ;;
  esac
done
case $command in
  search) sleep "0.0$(($$ % 4))"; echo "$query.md" ;;
  create) echo 'Created: Note.md' ;;
  append) echo 'Appended to: Note.md' ;;
  restart) echo 'TypeError: broken'; echo '"' >&2; exit 3 ;;
  *)
    [ -n "$long" ] || { echo "ran $command"; exit; }
    echo "run $$"
    awk 'BEGIN { for (i = 1; i <= 4000; i++) print "line " i " of a long text" }'
    ;;
esac`;

interface RunningOptions extends Partial<BridgePorts> {
  readonly settings?: Partial<Settings>;
  /** Shell lines that answer `help`; it prints nothing unless given. */
  readonly help?: string;
}

/** A bridge, over the fake program unless another is given. */
export interface RunningBridge extends Served {
  readonly url: URL;
  /** Failures that the bridge reported as its own. */
  readonly faults: readonly string[];
  /** The calls that reached the fake program, in order. */
  ran(): Promise<string[]>;
}

export async function startBridge(test: TestScope, options: RunningOptions = {}): Promise<RunningBridge> {
  const { settings, help = ':', ...ports } = options;
  const cli = await writeFakeCli(await makeFolder(test), BEHAVIOR, { help });
  const faults: string[] = [];
  const program = { file: cli.path, leadingArguments: [] };
  const served = await serve(
    test,
    { program, openFolder, report: (fault) => faults.push(fault), ...ports },
    settings,
  );
  return {
    ...served,
    url: new URL('/mcp', served.client.url),
    faults,
    ran: async () => (await cli.calls()).map((words) => words.join(' ')),
  };
}
