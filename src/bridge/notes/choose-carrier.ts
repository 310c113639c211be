import type { CommandLine } from '../cli/command-line';
import type { CliClient } from '../cli/client';
import type { Platform } from '../cli/platform';
import { requestSize, toArguments } from '../cli/run-process';
import type { Command } from '../commands/catalogue/command';
import { endsAsCreated } from '../commands/check/file-types';
import { isHost } from '../commands/check/vault-choice';
import type { HostVault } from '../commands/check/vault-choice';
import { BridgeError } from '../errors';
import { nextTurn } from '../loop-turn';
import { hasNotation, piecesOf } from './pieces';
import { filled } from './filled';
import { WORDS } from './words';

/**
 * How a text gets into a note: in one call of the program; by the app itself, where the program has put a marker; or in
 * several calls, each with a piece of it.
 */
export const CARRIERS = ['inline', 'in_place', 'pieces'] as const;

export type Carrier = (typeof CARRIERS)[number];

/** What the choice depends on. */
export interface CarrierFacts {
  readonly client: Pick<CliClient, 'fits' | 'requireSize'>;
  readonly platform: Platform;
  readonly hostVault: HostVault | undefined;
  /** Whether the host can change notes of that vault. */
  readonly canPlace: boolean;
}

/** Processes that one text may take. */
export const MOST_PIECES = 1_000;
/** Bytes of a request that are kept for the path of the note, where the program has yet to tell it. */
const PATH_ROOM = 300;
/** A piece must take this much, so that a text does not take a process for every few characters. */
const LEAST_ROOM = 200;
/** Pieces that are cut in one turn of the event loop. */
const PIECES_PER_TURN = 8;

/**
 * The one place where it is decided how the content of a call is carried. Only for a program that is known to be the Obsidian
 * CLI.
 * @throws BridgeError `command_too_large` where the call does not fit even without its content; `content_too_large` where no
 * way carries it
 */
export async function chooseCarrier(
  command: Command,
  line: CommandLine,
  facts: CarrierFacts,
): Promise<Carrier> {
  const { client, platform, hostVault, canPlace } = facts;
  const content = line.parameters.get('content') ?? '';
  if (command.writes === undefined) {
    client.requireSize(line);
    return 'inline';
  }
  const isShort = content.length <= platform.requestLimit && client.fits(line);
  if (isShort && !hasNotation(content)) return 'inline';
  client.requireSize(withContent(line, ''));
  const { vault, parameters, flags } = line;
  const isOverwrite = flags.includes('overwrite');
  if (isOverwrite && !parameters.has('path')) throw nameAlone(line, isShort);
  const isOwn = canPlace && vault !== undefined && isHost(vault, hostVault);
  // Of a template the program makes the text that takes the place of the old one, which has to be read before.
  if (isOwn && !(isOverwrite && parameters.has('template'))) return 'in_place';
  if (command.writes === 'unnamed_note') throw notCarried(command.name, isShort);
  await requireFewPieces(content, command.writes === 'start' ? 'start' : 'end', line, platform);
  return 'pieces';
}

/** The call with another text. */
export function withContent(line: CommandLine, content: string): CommandLine {
  return { ...line, parameters: new Map(line.parameters).set('content', content) };
}

/** Bytes that a text may have in a call that has none yet, as the program counts them. */
export function roomIn(line: CommandLine, platform: Platform): number {
  return platform.requestLimit - requestSize(toArguments(withContent(line, ''), platform), platform);
}

/** @throws BridgeError `content_too_large` */
async function requireFewPieces(
  content: string,
  place: 'end' | 'start',
  line: CommandLine,
  platform: Platform,
): Promise<void> {
  const { vault } = line;
  const path = 'x'.repeat(Math.max(PATH_ROOM, (line.parameters.get('path') ?? '').length));
  const next = {
    vault,
    command: 'prepend',
    words: [],
    parameters: new Map([['path', path]]),
    flags: ['inline'],
  };
  const room = Math.min(roomIn(line, platform), roomIn(next, platform));
  if (room < LEAST_ROOM) {
    throw tooLarge(
      filled(WORDS.littleRoom, {
        room: Math.max(0, room),
        limit: platform.requestLimit,
        platform: platform.title,
      }),
      WORDS.shortenOthers,
    );
  }
  if (await areFewPieces(content, place, room, platform)) return;
  throw tooLarge(filled(WORDS.manyPieces, { most: MOST_PIECES }), WORDS.inTenths);
}

/** Whether a text takes no more processes than one may. @param room bytes that a piece may have in the program's request */
export async function areFewPieces(
  text: string,
  place: 'end' | 'start',
  room: number,
  platform: Platform,
): Promise<boolean> {
  const pieces = piecesOf(text, place, () => room, platform);
  for (let count = 1; pieces.next().done !== true; count += 1) {
    if (count > MOST_PIECES) return false;
    if (count % PIECES_PER_TURN === 0) await nextTurn();
  }
  return true;
}

/** What a name alone means is not asked for: only the program knows its folder, and to try would make another note. */
function nameAlone({ parameters }: CommandLine, isShort: boolean): BridgeError {
  const path = withMd(parameters.get('name') ?? 'Untitled');
  return tooLarge(
    filled(WORDS.nameAlone, { why: whyNotInline(isShort) }),
    filled(WORDS.pathForName, { path }),
  );
}

function whyNotInline(isShort: boolean): string {
  return isShort ? WORDS.hasNotation : WORDS.isLong;
}

function notCarried(name: string, isShort: boolean): BridgeError {
  const why = whyNotInline(isShort);
  return tooLarge(filled(WORDS.notCarried, { why, name }), filled(WORDS.appendAfter, { name }));
}

function tooLarge(detail: string, hint: string): BridgeError {
  return BridgeError.of('content_too_large', { detail, hint });
}

/** The path of a new note as the program completes it. */
export function withMd(given: string): string {
  const path = given.replace(/\/+/g, '/').replace(/\/$/, '');
  return endsAsCreated(path) ? path : `${path}.md`;
}
