import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Client } from './http-client';
import { until } from './until';

/** An event as it came: its name, and the parsed data. */
interface ReadEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A reader of the events of a bridge. */
export class EventReader {
  /** Whether the answer is over, in whatever way. */
  isOver = false;
  /** Whether it was ended by the bridge, with nothing missing. */
  isComplete = false;
  /** The events so far. */
  readonly events: ReadEvent[] = [];
  /** The comments so far. */
  readonly comments: string[] = [];
  private rest = '';

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.take(text));
    response.on('end', () => (this.isComplete = true));
    response.on('error', () => undefined);
    response.on('close', () => (this.isOver = true));
  }

  /** Opens a stream and waits for its first event. @throws Error if there is another answer */
  static async open(
    { url, key }: Client,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventReader> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        new URL('/api/v1/events', url),
        { agent: false, headers: { Authorization: `Bearer ${key}`, ...headers } },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end();
    });
    const reader = new EventReader(response);
    if (response.statusCode !== 200) throw new Error(`Status ${response.statusCode}`);
    await until('it is ready', () => reader.events.length > 0);
    return reader;
  }

  get headers(): IncomingHttpHeaders {
    return this.response.headers;
  }

  /** The events after the first, each in one line: what happened to which file. */
  get changes(): string[] {
    return this.events
      .slice(1)
      .map(({ event, data: { path, from } }) =>
        [event, ...(from === undefined ? [] : [from, '->']), path].join(' '),
      );
  }

  /** Waits until this many changes have come. */
  async read(count: number): Promise<string[]> {
    await until(`${count} changes`, () => this.changes.length >= count);
    return this.changes;
  }

  /** Waits until the bridge has ended the stream. */
  async end(): Promise<void> {
    await until('the stream is over', () => this.isOver);
  }

  /** Disconnects. */
  leave(): void {
    this.response.destroy();
  }

  private take(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data = ''] = /^event: (\w+)\ndata: ([^\n]*)$/.exec(block) ?? [];
      if (event === undefined) this.comments.push(block);
      else this.events.push({ event, data: JSON.parse(data) as ReadEvent['data'] });
    }
  }
}
