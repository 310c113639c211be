import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Client, Envelope, HttpAnswer, HttpCall } from '../kit/http-client';
import { jsonCall, pathOf } from '../kit/http-client';
import { legacyMessage, sendMessage } from '../kit/mcp-client';
import { NormalForm } from './normal-form';
import { VaultState } from './vault-state';

/** A call of a command as both interfaces take it. */
export interface CommandCall {
  readonly command: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  readonly vault?: string;
  readonly ifRevision?: string;
}

export type Json = Readonly<Record<string, unknown>>;

/** What is recorded beside an answer. */
export interface Watched {
  readonly client: Client;
  /** Folders by the name that stands for them. */
  readonly folders?: Readonly<Record<string, string>>;
  /** What else has happened since this was asked last, such as processes; empty lists are left out. */
  readonly events?: () => Readonly<Record<string, readonly unknown[]>>;
}

/** Headers that differ from run to run or say nothing. */
const LEFT_OUT = new Set([
  'x-duration-ms',
  'date',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
]);

const entries: object[] = [];

/** Writes what the scenes of this file record, after its last test. */
export function recordingOf(file: string): void {
  afterAll(() => {
    const folder = process.env['RECORDING_PARTS'];
    if (folder !== undefined) writeFileSync(join(folder, `${file}.json`), JSON.stringify(entries));
    entries.length = 0;
  });
}

/** Requests to one bridge, each of which is recorded with its answer and all that it changed. */
export class Scene {
  private count = 0;
  private readonly form: NormalForm;
  private readonly states: readonly (readonly [string, VaultState])[];

  constructor(
    private readonly title: string,
    private readonly watched: Watched,
  ) {
    const folders = Object.entries(watched.folders ?? {});
    this.form = new NormalForm(new Map(folders.map(([name, folder]) => [folder, `<${name}>`])));
    this.states = folders.map(([name, folder]) => [name, new VaultState(folder)]);
  }

  /** Any request, with the key of the scene unless its headers say otherwise. */
  async send(path: string, call: HttpCall = {}, what: unknown = undefined): Promise<HttpAnswer> {
    const answer = await this.watched.client.send(path, call);
    const { method = 'GET', body } = call;
    this.record(what ?? [`${method} ${path}`, ...(body === undefined ? [] : [String(body)])], answer);
    return answer;
  }

  async envelope(path: string, call: HttpCall = {}, what?: unknown): Promise<Envelope> {
    const { text } = await this.send(path, call, what);
    return (text.startsWith('{') ? JSON.parse(text) : {}) as Envelope;
  }

  /** Runs a command over REST. */
  call(
    call: CommandCall,
    headers: Readonly<Record<string, string>> = {},
    method = 'POST',
  ): Promise<Envelope> {
    const { command, ...body } = call;
    const request = jsonCall(method, body);
    const all = { ...request.headers, ...headers };
    return this.envelope(pathOf(command), { ...request, headers: all }, [method, call, headers]);
  }

  get(command: string, query: Readonly<Record<string, string>> = {}, headers: Record<string, string> = {}) {
    const text = new URLSearchParams(query).toString();
    return this.envelope(pathOf(command) + (text && `?${text}`), { headers });
  }

  batch(calls: readonly CommandCall[], others: Json = {}, headers: Record<string, string> = {}) {
    const request = jsonCall('POST', { calls, ...others });
    return this.envelope('/api/v1/batch', { ...request, headers: { ...request.headers, ...headers } });
  }

  /** Runs a command, or several, over MCP. @returns the structured content */
  execute(given: Json, key?: string): Promise<Json> {
    return this.tool('execute', given, key);
  }

  /** The call as the tool takes it. */
  executeCall({ ifRevision, ...call }: CommandCall, key?: string): Promise<Json> {
    return this.execute({ ...call, ...(ifRevision !== undefined && { if_revision: ifRevision }) }, key);
  }

  search(given: Json, key?: string): Promise<Json> {
    return this.tool('search', given, key);
  }

  /** Any message of MCP. */
  async message(method: string, params: Json = {}, key = this.watched.client.key): Promise<Json> {
    const headers = { authorization: `Bearer ${key}` };
    const url = new URL('/mcp', this.watched.client.url);
    const answer = await sendMessage(url, legacyMessage(method, params), { headers });
    this.record([`MCP ${method}`, params], answer);
    return answer.body.result ?? {};
  }

  private async tool(name: string, given: Json, key?: string): Promise<Json> {
    const { structuredContent = {} } = await this.message('tools/call', { name, arguments: given }, key);
    return structuredContent as Json;
  }

  /** Records the answer to a request that was made elsewhere. */
  record(what: unknown, { status, headers, text }: Pick<HttpAnswer, 'status' | 'headers' | 'text'>): void {
    const type = String(headers['content-type'] ?? '');
    const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name));
    const body = /json/.test(type) && text !== '' ? compact(JSON.parse(text)) : text;
    this.add(what, { status, headers: Object.fromEntries(kept), body });
  }

  /** Records anything else. */
  add(what: unknown, more: Json): void {
    // Ids are learned from the answer, which the request may name.
    const normal = this.form.of({ ...more, ...this.happened() }) as Json;
    const request = this.form.of(what);
    const number = String((this.count += 1)).padStart(3, '0');
    const told = typeof request === 'string' ? request : JSON.stringify(request);
    entries.push({ name: `${this.title} ${number}: ${told.slice(0, 150)}`, request, ...normal });
  }

  private happened(): Json {
    const files = this.states
      .map(([name, state]) => [name, state.changes()] as const)
      .filter(([, changes]) => Object.keys(changes).length > 0);
    const events = Object.entries(this.watched.events?.() ?? {}).filter(([, list]) => list.length > 0);
    return { ...(files.length > 0 && { files: Object.fromEntries(files) }), ...Object.fromEntries(events) };
  }
}

/** Without the text of a tool's answer where it only repeats the structured content. */
function compact(body: unknown): unknown {
  const { result } = body as { result?: { content?: { text?: string }[]; structuredContent?: unknown } };
  const [block] = result?.content ?? [];
  if (!result?.structuredContent || block?.text !== JSON.stringify(result.structuredContent)) return body;
  const [, ...others] = result.content ?? [];
  const content = ['the structured content', ...others];
  return { ...(body as object), result: { ...result, content } };
}
