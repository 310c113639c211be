import type { Server } from 'node:http';
import type { Served } from './bridge';

interface Inside {
  readonly listener: {
    readonly server: { readonly server: Server; readonly pending: ReadonlyMap<unknown, unknown> };
  };
}

/** The server inside the bridge, and the responses that it owes: what no client can see. */
export function inside({ bridge }: Pick<Served, 'bridge'>): Inside['listener']['server'] {
  return (bridge as unknown as Inside).listener.server;
}
