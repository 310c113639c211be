import { isObject } from '../../src/bridge/text/json';
import type { Filled } from './fill-in';
import { textIn } from './text-in';
import type { Fields } from './text-in';
import { parseUsage } from './usage';
import type { Usage } from './usage';

/** Whether a hint says that only the user can help. */
export function needsUser(hint: string): boolean {
  return /\bask the user\b/i.test(hint);
}

/** A usage line in what an answer says of an error. */
export function usageInError(fields: Fields): Usage | undefined {
  return parseUsage(/Usage: (.*)/.exec(said(fields))?.[1] ?? '');
}

/** A usage line in a hint, and the names that it calls commands, likeliest first. */
export function commandsInHint(hint: string): { usage: Usage | undefined; names: string[] } {
  const quoted = [...hint.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  const usage = [...quoted, ...hint.split(/\n|(?<=:) /)]
    .map(parseUsage)
    .find((found) => found && found.slots.length > 0);
  const asked = [...hint.matchAll(/\bcommand=([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  const said = [...hint.matchAll(/\b(?:use|run|with) ([a-z][\w:-]*)/gi)].map(([, name = '']) => name);
  return { usage, names: [...asked, ...quoted, ...said] };
}

/**
 * The call with one of the values that an error offers in place of the one that it quotes.
 * @param meant which of several to take; else the first
 */
export function withOffered(call: Filled, usage: Usage, fields: Fields, meant?: RegExp): Filled | undefined {
  const offered = offeredIn(fields);
  const chosen = offered.find((value) => meant?.test(value)) ?? offered[0];
  const blamed = /the text in (\w+)/.exec(said(fields))?.[1];
  const quoted = Object.entries(call.params).find(([, value]) => said(fields).includes(`"${value}"`))?.[0];
  const wrong = blamed ?? quoted;
  const hint = textIn(fields, 'hint');
  const advised = usage.slots.find(({ name }) => new RegExp(String.raw`\bwith "?${name}\b`).test(hint))?.name;
  const place = advised ?? wrong;
  if (chosen === undefined || place === undefined) return undefined;
  const others = Object.entries(call.params).filter(([name]) => name !== wrong);
  return { ...call, params: { ...Object.fromEntries(others), [place]: chosen } };
}

function said(fields: Fields): string {
  return ['error', 'stderr', 'hint'].map((name) => textIn(fields, name)).join('\n');
}

function offeredIn(fields: Fields): string[] {
  const { data } = fields;
  if (isObject(data) && Array.isArray(data['candidates']))
    return data['candidates'].map((one: unknown) => (isObject(one) ? textIn(one, 'heading') : String(one)));
  if (isObject(data) && 'text' in data) return [textIn(data, 'text')];
  const guess = /Did you mean (.*)/.exec(said(fields))?.[1];
  const quoted = [...(guess ?? said(fields)).matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
  return guess === undefined ? quoted.filter((text) => text.endsWith('.md')) : quoted;
}
