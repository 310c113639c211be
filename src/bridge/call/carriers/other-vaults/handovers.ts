import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { isHost } from '../../vault/vault-choice';
import { BridgeError } from '../../../errors';
import type { NoteStores } from '../../note/note-stores';
import { isHandedOver } from './handed-change';
import type { FetchingVault, HandedChange, HandedResult, WritingCommand } from './handed-change';

/** How long a change waits to be fetched, in milliseconds. */
const TICKET_MS = 30_000;

/** The addresses at which a server answers to 127.0.0.1. */
const REACHED = ['127.0.0.1', '0.0.0.0', '::'];

interface HandoverPorts {
  readonly stores: NoteStores;
  /** Where the bridge listens; undefined while it does not. */
  readonly address: () => { readonly address: string; readonly port: number } | undefined;
}

/** A change on its way to the bridge of another vault. */
export interface Handover {
  /** 128 random bits in hex. Fetches the change once. */
  readonly ticket: string;
  /** The port of this bridge at 127.0.0.1. */
  readonly port: number;
  /** Ends it. @returns whether the change was fetched, and what was answered, if anything */
  close(): { readonly isFetched: boolean; readonly result: HandedResult | undefined };
}

/** What a ticket or a receipt gives the one who shows it. Either is used up by that. */
export type Shown =
  | {
      readonly kind: 'ticket';
      /** Fetches the change; undefined if it is for another vault. */
      readonly fetch: (
        vault: FetchingVault,
      ) => { readonly receipt: string; readonly change: HandedChange } | undefined;
    }
  | { readonly kind: 'receipt'; readonly answer: (result: HandedResult) => void };

/** The changes that wait to be fetched by the bridges of other vaults, and those whose result is awaited. */
export class Handovers {
  private readonly shown = new Map<string, () => Shown | undefined>();

  constructor(private readonly ports: HandoverPorts) {}

  /** Whether the bridge of this vault, if it runs there, could make a change of this command. Starts no process. */
  mayReach(vault: string | undefined, command: WritingCommand): boolean {
    if (vault === undefined || !isHandedOver(command)) return false;
    return this.ports.stores.isOtherVault(vault) && this.port !== undefined;
  }

  /** Has a change wait for the bridge of a vault. @throws BridgeError `no_store` if nobody could fetch it */
  offer(vault: string, change: HandedChange): Handover {
    const { port } = this;
    if (port === undefined) throw BridgeError.of('no_store', { detail: NOT_ON_LOOPBACK });
    const ticket = newSecret();
    const receipt = newSecret();
    const until = performance.now() + TICKET_MS;
    let isFetched = false;
    let isClosed = false;
    let result: HandedResult | undefined;
    const fetch = (by: FetchingVault) => {
      if (isClosed || !isHost(vault, by)) return undefined;
      isFetched = true;
      this.shown.set(receipt, () => ({ kind: 'receipt', answer: (given) => (result = given) }));
      return { receipt, change };
    };
    this.shown.set(ticket, () => (performance.now() < until ? { kind: 'ticket', fetch } : undefined));
    return {
      ticket,
      port,
      close: () => {
        isClosed = true;
        this.shown.delete(ticket);
        this.shown.delete(receipt);
        return { isFetched, result };
      },
    };
  }

  /** What somebody gets who shows this ticket or receipt; undefined if it is none, or none any more. */
  show(secret: string): Shown | undefined {
    const shown = this.shown.get(secret);
    this.shown.delete(secret);
    return shown?.();
  }

  /** The port at 127.0.0.1; undefined if the bridge does not listen there. */
  private get port(): number | undefined {
    const { address, port } = this.ports.address() ?? {};
    return address !== undefined && REACHED.includes(address) ? port : undefined;
  }
}

const NOT_ON_LOOPBACK =
  'Only the bridge of that vault could make this change, and it cannot fetch it, because this bridge does not listen at 127.0.0.1; nothing was run.';

function newSecret(): string {
  return randomBytes(16).toString('hex');
}
