import { isAnyAddress, urlOf } from '../../bridge/http/server-url';
import type { Settings } from '../../bridge/settings';
import type { ServerState } from '../bridge-controller';

export { isAnyAddress, urlOf };

/** The URL of the server, running or not. */
export function serverUrl(server: ServerState, settings: Settings): string {
  return urlOf(
    server.kind === 'running' ? server.address : { address: settings.bindAddress, port: settings.port },
  );
}
