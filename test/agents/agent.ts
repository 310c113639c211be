import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { callTool } from '../kit/mcp-client';
import type { ToolAnswer } from '../kit/mcp-client';
import { fillIn, wordsOf } from './fill-in';
import type { Facts, Filled } from './fill-in';
import { commandsInHint, needsUser, usageInError, withOffered } from './read-error';
import type { Report, Step } from './task';
import { textIn } from './text-in';
import type { Fields } from './text-in';
import type { Tools } from './tools';
import { usagesIn } from './usage';
import type { Usage } from './usage';

/**
 * Works on a task by a script, as an agent without a mind. It knows no command: it searches with the words of a step, takes
 * the first match, puts what it is given into the places that the match shows, and after an error follows one hint. It chooses
 * worse than a model, and depends as much on what the answers say. It remembers nothing of other tasks.
 */
export function perform(steps: readonly Step[], url: URL, tools: Tools): Promise<Report> {
  return new Attempt(url, tools).run(steps);
}

/** Texts longer than this are the user's: their tokens say nothing about the interface. */
const LONG_TEXT = 10_000;

/** Commands of the instructions whose names say that they read. */
const READS: readonly string[] = ['read', 'files', 'backlinks', 'search:context', 'tasks'];

/** The agent turns to its user. */
class Stop extends Error {}

class Attempt {
  private readonly outputs: string[] = [];
  private readonly mistakes: string[] = [];
  private readonly log: string[] = [];
  private readonly found = new Map<string, Usage>();
  private calls = 0;
  private tokens = 0;
  private searchTokens = 0;
  private searchCalls = 0;

  constructor(
    private readonly url: URL,
    private readonly tools: Tools,
  ) {}

  async run(steps: readonly Step[]): Promise<Report> {
    let stopped: string | undefined;
    try {
      for (const step of steps) this.outputs.push(await this.take(step));
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      stopped = error.message;
    }
    const { outputs, mistakes, log, calls, tokens, searchTokens, searchCalls } = this;
    return {
      outputs,
      mistakes,
      log,
      calls,
      tokens,
      searchTokens,
      searchCalls,
      ...(stopped !== undefined && { stopped }),
    };
  }

  private async take(step: Step): Promise<string> {
    const known = typeof step.facts === 'function' ? step.facts(this.outputs.at(-1) ?? '') : [step.facts];
    const [first, ...others] = known;
    if (!first) throw new Stop('The output before does not tell what is needed.');
    const usage = this.fromInstructions(step.words, first) ?? (await this.find(step.words, first));
    return others.length === 0 ? this.callOnce(usage, first, step) : this.callEach(usage, known);
  }

  /** A usage line of the instructions, if the words name exactly one such command and it has a place for every fact. */
  private fromInstructions(words: string, facts: Facts): Usage | undefined {
    const given = new Set(wordsOf(words));
    const [best, next] = usagesIn(this.tools.instructions.split('\n'))
      .filter(({ slots }) => slots.length > 0)
      .map((usage) => ({ usage, name: wordsOf(usage.command) }))
      .filter(
        ({ usage, name }) => name.every((word) => given.has(word)) && this.left(usage, facts).length === 0,
      )
      .sort((one, other) => other.name.length - one.name.length);
    return best && best.name.length > (next?.name.length ?? 0) ? best.usage : undefined;
  }

  private left(usage: Usage, facts: Facts): readonly string[] {
    return fillIn(usage, facts, this.tools.glossary).left;
  }

  private async find(words: string, facts: Facts): Promise<Usage> {
    const known = this.found.get(words);
    if (known) return known;
    const { structured } = await this.use('search', { query: words });
    const hint = textIn(structured, 'hint');
    if (needsUser(hint)) throw new Stop(hint);
    const usage = (await this.named(hint)) ?? this.firstOf(matchesIn(structured), facts);
    this.found.set(words, usage);
    return usage;
  }

  /** The first match; where it has no place for a fact, the next that has. */
  private firstOf(matches: readonly Usage[], facts: Facts): Usage {
    const [first] = matches;
    if (!first) throw new Stop('search found nothing.');
    const left = this.left(first, facts);
    if (left.length === 0 && first.isOff) throw new Stop(`${first.command} cannot be run: ${first.about}`);
    if (left.length === 0) return first;
    this.mistakes.push(`the first match, ${first.command}, has no place for ${left.join(', ')}`);
    const next = matches.find((usage) => !usage.isOff && this.left(usage, facts).length === 0);
    if (!next) throw new Stop(`No match fits: ${matches.map(({ command }) => command).join(', ')}`);
    return next;
  }

  /** The command that a hint names: as a usage line in it, or by its name. */
  private async named(hint: string): Promise<Usage | undefined> {
    const { usage, names } = commandsInHint(hint);
    const name = names.find((word) => this.tools.names.has(word));
    if (usage || name === undefined) return usage;
    return matchesIn((await this.use('search', { command: name })).structured)[0];
  }

  private async callOnce(usage: Usage, facts: Facts, step: Step): Promise<string> {
    let { call } = fillIn(usage, facts, this.tools.glossary);
    let answer = await this.callWith(usage, { ...call, ...this.extent(step) });
    if (answer.isError) {
      this.mistakes.push(`${call.command}: ${answer.text}`);
      call = (await this.corrected(answer, call, usage, facts, step)) ?? giveUp(answer);
      answer = await this.callWith(usage, { ...call, ...this.extent(step) });
    }
    if (answer.isError) giveUp(answer);
    let text = outputOf(answer.structured);
    while (step.wantsEnd && answer.structured['nextOffset'] !== undefined) {
      answer = await this.callWith(usage, { ...call, offset: answer.structured['nextOffset'] });
      text += outputOf(answer.structured);
    }
    return text;
  }

  /** How much of the output to ask for, as far as `execute` can be told: only the end, or whole lines. */
  private extent({ wantsEnd, wantsWhole }: Step): { offset?: number; full?: true } {
    const least = this.tools.executeFields['offset']?.['minimum'];
    const mayBeNegative = least === undefined || Number(least) < 0;
    return {
      ...(wantsEnd && mayBeNegative && { offset: -2_000 }),
      ...(wantsWhole && 'full' in this.tools.executeFields && { full: true }),
    };
  }

  /** The same command for several notes: in one call, if `execute` takes several. */
  private async callEach(usage: Usage, known: readonly Facts[]): Promise<string> {
    const calls = known.map((facts) => fillIn(usage, facts, this.tools.glossary).call);
    const together = 'calls' in this.tools.executeFields;
    const texts: string[] = [];
    for (const given of together ? [{ calls }] : calls) {
      const answer = await this.callWith(usage, { ...given });
      if (answer.isError) giveUp(answer);
      const { results = [answer.structured] } = answer.structured;
      texts.push(...(results as Fields[]).map(outputOf));
    }
    return texts.join('\n');
  }

  /** The call as an error says that it should be, by one hint; undefined where none helps. */
  private async corrected(
    { structured }: ToolAnswer,
    call: Filled,
    usage: Usage,
    facts: Facts,
    { meant }: Step,
  ): Promise<Filled | undefined> {
    const hint = textIn(structured, 'hint');
    if (needsUser(hint)) throw new Stop(hint);
    const offered = withOffered(call, usage, structured, meant);
    if (offered) return offered;
    const other = usageInError(structured) ?? (await this.named(hint));
    const again = other && fillIn(other, facts, this.tools.glossary).call;
    return JSON.stringify(again) === JSON.stringify(call) ? undefined : again;
  }

  /** Runs with `search` what a usage line, or else the name itself, says to read, so that nobody is asked. */
  private callWith(usage: Usage, given: Record<string, unknown>): Promise<ToolAnswer> {
    const isRead = usage.about.startsWith('read.') || READS.includes(usage.command);
    if (!isRead || !this.tools.searchRuns) return this.use('execute', given);
    const { command, ...others } = given;
    return this.use('search', { ...(command !== undefined && { run: command }), ...others });
  }

  private async use(tool: string, given: Record<string, unknown>): Promise<ToolAnswer> {
    const answer = await callTool(this.url, tool, given, this.tools.key);
    const asked = JSON.stringify(given, (_name, value: unknown) => (isLong(value) ? '' : value));
    const tokens = countTokens(asked) + countTokens(answer.text);
    this.calls += 1;
    this.tokens += tokens;
    const isFinding = given['run'] === undefined && given['calls'] === undefined;
    if (tool === 'search') this.searchCalls += 1;
    if (tool === 'search' && isFinding) this.searchTokens += countTokens(answer.text);
    this.log.push(`${tool} ${asked} -> ${tokens} tokens: ${answer.text}`);
    return answer;
  }
}

function matchesIn({ commands }: Fields): Usage[] {
  return usagesIn(commands as string[]);
}

function giveUp({ text }: ToolAnswer): never {
  throw new Stop(text);
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > LONG_TEXT;
}

/** The output, or the parsed JSON in its place. */
function outputOf({ stdout, data }: Fields): string {
  return typeof stdout === 'string' ? stdout : JSON.stringify(data ?? '');
}
