import { createHash } from 'node:crypto';

/** Fields whose number differs from run to run. */
const MEASURED = new Set([
  'duration',
  'waited',
  'msLeft',
  'uptime',
  'port',
  'pid',
  'memory',
  'time',
  'order',
]);
/** Fields that name a change or a batch of them. */
const NAMES_CHANGE = new Set(['change', 'group', 'id', 'changes']);
const CHANGE_ID = /^[0-9a-f]{8}$/;
/** A continued output is found by offsets from a random multiple of this. */
const STRIDE = 10_000_000;
const LONGEST_TEXT = 20_000;
/** Lines of a change from which on their number depends on how fast they could be compared. */
const MANY_LINES = 1_000;

/** Replaces what differs between two runs of one build: times, ports, folders and ids of changes, by what is always the same. */
export class NormalForm {
  private readonly ids = new Map<string, string>();

  /** @param places folders and what to write for each */
  constructor(private readonly places: ReadonlyMap<string, string> = new Map()) {}

  of(value: unknown): unknown {
    this.learn(value);
    return this.walk(value);
  }

  text(text: string): string {
    let plain = text;
    for (const [folder, name] of this.places) plain = plain.replaceAll(folder, name);
    for (const [id, name] of this.ids) plain = plain.replaceAll(id, name);
    const now = new Date();
    const day = now.toISOString().slice(0, 10);
    plain = plain
      .replace(/\/tmp\/cli-bridge-[\w-]+/g, '<folder>')
      .replace(/((?:127\.0\.0\.1|localhost|\[::1\]):)\d+/g, '$1<port>')
      .replace(/\bport=\d+/g, 'port=<port>')
      .replace(/("port":\s*)\d+/g, '$1<port>')
      .replace(/\b[0-9a-f]{32}\b/g, '<ticket>')
      .replace(/\+(\d+) -(\d+)\b/g, (told, added: string, removed: string) =>
        Number(added) + Number(removed) < MANY_LINES ? told : '+<many> -<many>',
      )
      .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, '<time>')
      .replace(/\b1[6-9]\d{11}\b/g, '<ms>')
      .replace(new RegExp(`${day}[ T]\\d\\d:\\d\\d(?::\\d\\d)?`, 'g'), '<time>')
      .replace(/(offset\W{0,3})(\d{8,})/gi, (_, before: string, n: string) => before + offset(Number(n)));
    if (plain.length <= LONGEST_TEXT) return plain;
    return `${plain.length} characters, SHA-256 ${createHash('sha256').update(plain).digest('hex')}`;
  }

  private learn(value: unknown, key = ''): void {
    if (typeof value === 'string') {
      if (NAMES_CHANGE.has(key) && CHANGE_ID.test(value) && !this.ids.has(value))
        this.ids.set(value, `<change ${this.ids.size + 1}>`);
    } else if (Array.isArray(value)) {
      for (const item of value) this.learn(item, key);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) this.learn(item, name);
    }
  }

  private walk(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') {
      if (MEASURED.has(key)) return '<number>';
      return /offset/i.test(key) && value >= STRIDE ? offset(value) : value;
    }
    if (Array.isArray(value)) return value.map((item) => this.walk(item, key));
    if (typeof value !== 'object' || value === null) return value;
    const { added, removed } = value as { added?: unknown; removed?: unknown };
    const isLarge = Number(added) + Number(removed) >= MANY_LINES;
    const counted = isLarge ? { ...value, added: '<many>', removed: '<many>' } : value;
    return Object.fromEntries(
      Object.entries(counted).map(([name, item]) => [this.text(name), this.walk(item, name)]),
    );
  }
}

function offset(value: number): string {
  return `<run> + ${value % STRIDE}`;
}
