import { serveStore } from '../../src/bridge/http/served-store';
import type { StoreServices } from '../../src/bridge/http/served-store';
import type { NoteStore } from '../../src/bridge/notes/note-store';
import { RemoteStore } from '../../src/bridge/notes/remote-store';
import type { TestScope } from './test-scope';

/** The name of the vault whose notes are served. */
const SERVED_VAULT = 'Work';

/** The two ends of a note store that the bridge of another vault serves. */
export interface BothEnds {
  readonly remote: RemoteStore;
  readonly url: string;
  readonly token: string;
  /** Unexpected errors of the serving side. */
  readonly errors: readonly unknown[];
  /** Ends the serving side, as when its plugin unloads. */
  readonly unload: () => void;
  /** Ends the questions of the asking side. */
  readonly stop: () => void;
}

/** Serves a note store and reaches it through the sockets, until the test ends. */
export async function serveRemote(
  test: TestScope,
  store: NoteStore,
  others: Partial<StoreServices> = {},
): Promise<BothEnds> {
  const [closing, stopping] = [new AbortController(), new AbortController()];
  test.onTestFinished(() => closing.abort());
  const errors: unknown[] = [];
  const { port, token } = await serveStore({
    store,
    vault: SERVED_VAULT,
    authorize: () => undefined,
    closed: closing.signal,
    reportError: (error) => errors.push(error),
    ...others,
  });
  const remote = new RemoteStore(SERVED_VAULT);
  await remote.open({ port, token, commands: ['append'], stopped: stopping.signal });
  return {
    remote,
    url: `http://127.0.0.1:${port}`,
    token,
    errors,
    unload: () => closing.abort(),
    stop: () => stopping.abort(),
  };
}
