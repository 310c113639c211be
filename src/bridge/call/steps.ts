import { BridgeError } from '../errors';
import * as check from './input/check-input';
import { composed } from './input/file-names';
import { requireNamedNote } from './input/check-target';
import { locate, nameNote, pathOf } from './note/locate';
import { resolveNoBreakSpaces, resolveNoBreakSpacesInTurn } from './note/no-break-spaces';
import { chooseVault, displayName, isVaultClear, requireVault } from './vault/vault-choice';
import { declaredCommand } from '../commands/catalogue/catalogue';
import { authorize } from '../commands/policy/policy';
import { nameVisibleNote, requireVisibleDay, requireVisibleTemplate } from './private/visible-note';
import { requireInFolders, requireInFoldersInTurn } from './key-folders';
import { requireHarmless } from './policy/own-bridge';
import { needsApproval } from './approval/needs-approval';
import { requireTold, requireVisibleDestination, requireVisiblePlaces } from './private/visible-places';
import { refusalOfChanges, requireExisting, requireReading } from './policy/read-only';
import type { RefuseChange } from './policy/read-only';
import type { Call } from './call';
import { findCommand } from './find-command';
import { inDottedFolder, isDottedFolder } from './guards/move-target';

/** A step throws a BridgeError to stop the call. */
type Step = (call: Call) => void | Promise<void>;

/** A step that is repeated in the call's turn, because settings and keys may have changed by then. */
type Repeated = (call: Call) => void;

/**
 * The steps of every call, in order; the first one that throws decides the answer. After them, the user is asked if necessary
 * (`whenApproved`), once for all calls of a request, and then the call waits for its turn. The host itself may do anything, and
 * takes only some of them.
 */
const BEFORE_QUEUE: readonly {
  readonly step: Step;
  readonly repeated?: Repeated;
  readonly host?: true | 'only';
}[] = [
  { ...once(findCommand), host: true },
  once(acceptSource),
  once(authorizeCommand),
  { ...once(requireProgram), host: true },
  { ...once(readInput), host: true },
  again(requireAccess),
  again(authorizeCommand),
  once(requireReadingCommand),
  { ...once(findVault), host: true },
  again(authorizeVault),
  again(requireTold),
  { ...once(buildHostLine), host: 'only' },
  once(checkInput),
  again(requireVisiblePlaces),
  once(authorizeAction),
  once(protectBridge),
  again(authorizeArguments),
  { ...once(awaitKeptChanges), host: true },
  again(authorizeUndo),
  again(requireNotPaused),
  once(requireApprovable),
  once(checkSource),
  once(findEarlierRun),
  { ...once(locateNote), host: true },
  again(requireInFolders),
];

/** The steps in the call's turn, before it runs. */
const IN_TURN: readonly Step[] = [
  requireStillAllowed,
  requireVisibleDay,
  requireNoCreation,
  clearVault,
  resolveNoBreakSpacesInTurn,
  nameNote,
  nameVisibleNote,
  nameDestination,
  requireVisibleDestination,
  requireVisibleTemplate,
  requireInFoldersInTurn,
  requirePresent,
];

function once(step: Step): { readonly step: Step } {
  return { step };
}

function again(step: Repeated): { readonly step: Step; readonly repeated: Repeated } {
  return { step, repeated: step };
}

/** Takes the steps before the queue. @throws BridgeError from the step that stopped the call */
export async function prepare(call: Call): Promise<void> {
  for (const { step, host } of BEFORE_QUEUE) if (call.isOfHost ? host : host !== 'only') await step(call);
}

/** Takes the steps in the call's turn. @throws BridgeError from the step that stopped the call */
export async function admit(call: Call): Promise<void> {
  if (call.isOfHost) return;
  for (const step of IN_TURN) await step(call);
}

/** Repeats the steps that depend on settings and keys. @throws BridgeError if the call may no longer run */
export function recheck(call: Call): void {
  for (const { repeated } of BEFORE_QUEUE) repeated?.(call);
}

/** Like {@link recheck}, and checks the approval and whether the caller is still there. */
export function requireStillAllowed(call: Call): void {
  if (call.isOfHost) return;
  recheck(call);
  requireApproved(call);
  requirePresent(call);
}

/** Checks that the command can be called this way: 405. */
function acceptSource({ source, command }: Call): void {
  source.accept?.(command);
}

/** Checks that the key and the settings allow the command, judging by its name and what the user says that it does: 403. */
function authorizeCommand(call: Call): void {
  const { settings, caller } = call;
  call.command = declaredCommand(call.command, settings.readCommands);
  authorize(call.command, settings, caller.key);
}

/** Checks that the interface takes commands of this kind: 400. */
function requireReadingCommand({ command, source }: Call): void {
  const refuse = command.kind === 'read' ? undefined : source.refusalOf?.(command);
  if (refuse) throw refuse('may change something');
}

/** Checks what else the interface was asked for: 400. */
function checkSource(call: Call): void {
  call.source.check?.(call);
}

/** If only reading is allowed, the function that makes the error for a change. */
function refusalOf({ command, settings, caller, source }: Call): RefuseChange | undefined {
  return refusalOfChanges(command, settings, caller.key) ?? source.refusalOf?.(command);
}

/** Checks that the program is there, that it is known which one it is, and its commands: 503, 422. */
async function requireProgram({ context: { client, catalogue } }: Call): Promise<void> {
  await client.identifyProgram();
  const { mayBeRecognized, version } = client.status();
  // Only the Obsidian CLI has a version, and then its help can be read.
  if (mayBeRecognized && version !== '') await catalogue.recover();
}

/** Reads the client's input: 400, 413. */
async function readInput(call: Call): Promise<void> {
  call.input = await call.read();
}

/** Checks that the key is still valid and the interface still on: 401. */
function requireAccess({ caller }: Call): void {
  caller.requireAccess();
}

function findVault(call: Call): void {
  call.namedVault = check.checkVault(call.input.vault);
  call.vault = chooseVault(call.namedVault, call.settings, call.context.hostVault);
}

/** Checks that the key and the settings allow the vault: 403. */
function authorizeVault({ namedVault, vault, vaultRules }: Call): void {
  requireVault(namedVault, vault, vaultRules);
}

/** The command line as the host gives it. */
function buildHostLine(call: Call): void {
  const { command, input, vault } = call;
  const parameterOf = (name: string) => command.parameters.find((each) => each.name === name);
  const parameters = new Map(
    Object.entries(input.params).map(([name, value]) => [name, composed(parameterOf(name), String(value))]),
  );
  call.line = { vault, command: command.name, words: [], parameters, flags: input.flags.map(String) };
}

/** Checks the parameters against the command: 400. */
function checkInput(call: Call): void {
  const { command, input, source, context, isRecognized } = call;
  const checked = check.checkInput(command, input, source, {
    isRecognized,
    isOnWindows: context.platform.id === 'win32',
    requireSize: (line) => context.client.requireSize(line),
  });
  call.line = { ...checked.commandLine, vault: call.vault };
  call.addedParameters = checked.added;
  call.ifRevision = checked.ifRevision;
  call.warnings.push(...checked.warnings);
}

/** If a command does different things, checks that the key and the settings allow what this call does: 403. */
function authorizeAction(call: Call): void {
  const { command, line } = call;
  if (!command.asBlockedWith) return;
  const asBlockedAs = Object.entries(command.asBlockedWith)
    .filter(([option]) => call.has(option) || line.parameters.has(option))
    .flatMap(([, names]) => names);
  call.command = { ...command, asBlockedAs };
  authorizeCommand(call);
}

/** Checks that the call does not act on the bridge itself: 403. */
function protectBridge({ command, line }: Call): void {
  requireHarmless(command, line);
}

/** If only reading is allowed, checks that the arguments change nothing: 403, 400. */
function authorizeArguments(call: Call): void {
  const refuse = refusalOf(call);
  if (refuse) requireReading(call.command, call.line, refuse);
}

/** If the call lists or undoes changes, waits for those that were stored before the host was started. */
async function awaitKeptChanges({ command, context }: Call): Promise<void> {
  const { byBridge } = command;
  if (byBridge === 'changes' || byBridge === 'undo') await context.changes.opened();
}

/** Checks that the key and the settings allow the changes that the call undoes: 403. */
function authorizeUndo(call: Call): void {
  const { settings, caller, context, vaultRules } = call;
  for (const { takesCommands, notes } of call.changesToUndo) {
    for (const name of takesCommands) {
      const command = context.catalogue.get(name);
      if (command) authorize(command, settings, caller.key);
    }
    for (const vault of new Set(notes.map((note) => note.vault)))
      requireVault(displayName(vault, vaultRules.host), vault, vaultRules);
  }
}

/** If the call needs approval, checks that the user hasn't paused the client: 403. */
function requireNotPaused(call: Call): void {
  const { command, caller, context } = call;
  if (context.approvals?.isPaused(caller.key.id) !== true || !needsApproval(call)) return;
  throw BridgeError.of('client_paused', { command: command.name, client: caller.key.name });
}

/** If the call needs approval, checks that the user can be asked, and about what: 403. */
export function requireApprovable(call: Call): void {
  if (!needsApproval(call)) return;
  const { command, line, context } = call;
  if (!context.approvals) throw BridgeError.of('approval_unavailable', { command: command.name });
  requireNamedNote(command, line);
}

/**
 * If the call is an undo, fixes which changes it undoes, so that these are still the same after others were made.
 * @throws BridgeError `change_not_found`
 */
export function fixChangesToUndo(call: Call): void {
  if (call.command.byBridge === 'undo') call.line = { ...call.line, parameters: fixedId(call) };
}

function fixedId({ line: { parameters }, changesToUndo: [newest] }: Call): ReadonlyMap<string, string> {
  const id = parameters.get('id') ?? '';
  if (!newest && id !== '') throw BridgeError.of('change_not_found', { id });
  if (!newest || newest.id === id) return parameters;
  return new Map(parameters).set('id', newest.group ?? newest.id);
}

/** Finds the earlier run that this call asks for more of, if any. */
function findEarlierRun(call: Call): void {
  call.earlier = call.source.earlier?.(call);
}

/** Finds the file that the call is about, as far as that takes no process. */
async function locateNote(call: Call): Promise<void> {
  await resolveNoBreakSpaces(call);
  call.note = locate(call);
}

/** @throws BridgeError if the call needs approval and has none */
function requireApproved(call: Call): void {
  const { approval, command, context } = call;
  if (approval?.holds() === true || !needsApproval(call)) return;
  throw BridgeError.of('approval_unavailable', {
    command: command.name,
    ...(context.approvals && {
      why: `${approval ? 'the approval expired' : 'approval became necessary'} while the call was waiting`,
      hint: 'Call again, and the user will be asked.',
    }),
  });
}

/** @throws BridgeError if the caller has left, perhaps while the program was asked something */
function requirePresent({ caller }: Call): void {
  if (caller.gone.aborted) throw BridgeError.of('cancelled', {});
}

/** If only reading is allowed, checks that a command that would create its note finds it there: 403, 400. */
async function requireNoCreation(call: Call): Promise<void> {
  const { command, line, turn, context } = call;
  const refuse = refusalOf(call);
  if (refuse) await requireExisting(command, line, turn, context.client.status(), refuse);
}

/** Completes the folder with a dot to which a file is moved, now that the path of the file can be known. */
async function nameDestination(call: Call): Promise<void> {
  const folder = call.parameter('to') ?? '';
  if (!call.isRecognized || !call.command.moves || !isDottedFolder(folder)) return;
  const { to, warning } = inDottedFolder(folder, await pathOf(call));
  call.line = { ...call.line, parameters: new Map(call.line.parameters).set('to', to) };
  call.warnings.push(warning);
}

/** Checks that it is clear which vault is meant, or runs without one: 400. */
async function clearVault(call: Call): Promise<void> {
  if (!call.isRecognized) return;
  const { command, vault, isVaultOptional, context, turn, vaultRules } = call;
  const list = (wanted: string) => context.vaults.list(wanted, turn);
  const isClear = await isVaultClear({ command, vault, isVaultOptional }, list, vaultRules);
  if (!isClear) call.line = { ...call.line, vault: undefined };
}
