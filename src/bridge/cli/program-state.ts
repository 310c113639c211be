import type { FoundProgram, LookupResult } from './find-program';
import { displayPath } from './program';

/** What has been seen of the program. */
export interface ProgramState {
  /** Undefined until the first look has ended. */
  readonly lookup: LookupResult | undefined;
  /** Whether a call has been silent for so long that the program counts as hanging. */
  readonly isSilent: boolean;
  /** Whether its help was read and is that of the Obsidian CLI. */
  readonly isHelpRead: boolean;
  /** Whether it printed nothing when its help was read. */
  readonly isHelpEmpty: boolean;
  /** Whether something has happened that calls for another look. */
  readonly isInDoubt: boolean;
  /** How often it was forgotten, so that a look that began before can be discarded. */
  readonly timesForgotten: number;
}

export type ProgramEvent =
  /** A look begins. */
  | { readonly kind: 'looking' }
  | { readonly kind: 'looked'; readonly lookup: LookupResult }
  /** A process has exited on its own, and the app seems to have carried out the call. */
  | { readonly kind: 'answered' }
  /** A process has exited on its own, and said that the app takes no commands now. */
  | { readonly kind: 'refused' }
  /** A call has printed nothing for so long that the program seems to hang. */
  | { readonly kind: 'silent' }
  /** Its help was read and is that of the Obsidian CLI. */
  | { readonly kind: 'help_read' }
  /** It printed nothing for help. */
  | { readonly kind: 'help_empty' }
  /** The known location is no longer valid, for example because the settings name another. */
  | { readonly kind: 'forgotten' };

/** What is known at the start. */
export const NOTHING_SEEN: ProgramState = {
  lookup: undefined,
  isSilent: false,
  isHelpRead: false,
  isHelpEmpty: false,
  isInDoubt: false,
  timesForgotten: 0,
};

/** Answers to `version` of a program that carries out no call now, and may still report a version. */
const TROUBLES: ReadonlySet<FoundProgram['answer']> = new Set(['switched_off', 'app_unreachable', 'hung']);

/** Whether the app has kept the program from ever reporting its version. */
export function isUnidentified(lookup: LookupResult | undefined): lookup is FoundProgram {
  return lookup?.found === true && lookup.version === '' && TROUBLES.has(lookup.answer);
}

/** The state after an event; the same object if nothing changed. */
export function afterEvent(state: ProgramState, event: ProgramEvent): ProgramState {
  switch (event.kind) {
    case 'looking':
      return { ...state, isInDoubt: false };
    case 'looked':
      return afterLook(state, event.lookup);
    case 'answered':
      return afterAnswer(state);
    case 'refused':
      return { ...state, isInDoubt: true };
    case 'silent':
      return { ...state, isInDoubt: true, isSilent: true };
    case 'help_read':
      return { ...state, isHelpRead: true, isHelpEmpty: false };
    case 'help_empty':
      return { ...state, isHelpEmpty: true };
    case 'forgotten':
      return { ...NOTHING_SEEN, timesForgotten: state.timesForgotten + 1 };
  }
}

function afterAnswer(state: ProgramState): ProgramState {
  const { lookup, isSilent } = state;
  if (!lookup?.found || !(isSilent || TROUBLES.has(lookup.answer))) return state;
  // It works again. A look shows its version, which may be new.
  const answer = isUnidentified(lookup) ? lookup.answer : 'unavailable';
  return { ...state, lookup: { ...lookup, answer }, isSilent: false, isInDoubt: true };
}

function afterLook(state: ProgramState, lookup: LookupResult): ProgramState {
  const seen = { ...state, lookup, isSilent: false, isInDoubt: false };
  const before = state.lookup;
  const isSame = lookup.found && before?.found && displayPath(before.program) === displayPath(lookup.program);
  if (!isSame) return { ...seen, isHelpRead: false, isHelpEmpty: false };
  if (lookup.answer === 'version' || lookup.answer === 'other_program') return seen;
  // This answer does not identify the program.
  const { version, printsNoise, noise = [] } = before;
  return { ...seen, lookup: { ...lookup, version, printsNoise, noise } };
}
