import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import type { Caller } from '../caller';
import type { Carrier } from '../call/call';
import type { CallRunner } from '../call/runner';
import { amount } from '../text/printable';
import { BridgeError } from '../errors';
import { argumentsOf, filledIn, PROMPT_BYTES } from '../notes/prompt-note';
import { PROMPT_COMMAND } from '../call/carriers/prompts';
import type { ListedPrompt, Prompts } from '../call/carriers/prompts';

/** The parts of the bridge that prompts need. */
export interface PromptOptions {
  readonly calls: CallRunner;
  readonly prompts: Prompts;
}

/** The prompts of one client. All methods throw a ProtocolError if there is no answer. */
export interface ClientPrompts {
  readonly list: () => Promise<ListPromptsResult>;
  readonly get: (name: string, given: Readonly<Record<string, string>>) => Promise<GetPromptResult>;
}

/** The prompts for a client; undefined if it gets none. Each request for them is a call in its turn, and is logged as one. */
export function promptsFor({ calls, prompts }: PromptOptions, caller: Caller): ClientPrompts | undefined {
  if (!prompts.areFor(caller.key)) return undefined;
  return {
    list: async () => {
      const listed = (await dataOf(prompts.list)) as readonly ListedPrompt[];
      return { prompts: listed.map(described) };
    },
    get: async (name, given) => {
      const { text } = (await dataOf(prompts.text(name))) as { readonly text: string };
      const missing = argumentsOf(text).filter((argument) => !Object.hasOwn(given, argument));
      if (missing.length > 0) throw invalid(missingArguments(name, missing));
      const filled = filledIn(text, new Map(Object.entries(given)));
      if (filled === undefined)
        throw invalid(
          `With these arguments, the prompt "${name}" has more than ${amount(PROMPT_BYTES)} bytes: give shorter ones.`,
        );
      return { messages: [{ role: 'user', content: { type: 'text', text: filled } }] };
    },
  };

  async function dataOf(carrier: Carrier): Promise<unknown> {
    try {
      const source = { read: () => ({ params: {}, flags: [] }), carrier };
      return (await calls.run(PROMPT_COMMAND, source, caller)).data;
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const { code, message, ran, context } = error;
      if (ran && (code === 'file_not_found' || code === 'output_too_large')) throw invalid(message);
      throw failed(code, [message, ran?.stderr, context.hint]);
    }
  }
}

function described({
  name,
  description,
  arguments: names,
}: ListedPrompt): ListPromptsResult['prompts'][number] {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(names && names.length > 0 && { arguments: names.map((each) => ({ name: each, required: true })) }),
  };
}

function missingArguments(prompt: string, names: readonly string[]): string {
  const list = names.map((name) => `"${name}"`).join(', ');
  return `The prompt "${prompt}" needs ${names.length === 1 ? 'the argument' : 'the arguments'} ${list}.`;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function failed(code: string, words: readonly (string | undefined)[]): ProtocolError {
  const message = words.filter((each) => each?.trim()).join(' ');
  return new ProtocolError(ProtocolErrorCode.InternalError, message, { code });
}
