import { randomBytes } from 'node:crypto';
import { FOLDER } from './checks.mjs';
import { loadKnown, Program } from './program.mjs';
import { NOT_ASKED, QUESTIONS } from './questions.mjs';

const CUT = 200;
/** The answer while a core plugin is off. */
const NO_SUCH_COMMAND = /^Error: Command "[^\n]*" not found/;

/** Asks the CLI itself whether it answers as the records expect, and deletes the notes that this takes. */
export class Facts {
  #run = randomBytes(4).toString('hex');
  #folder = `${FOLDER}/facts ${this.#run}`;
  #elsewhere = new Set();
  #counts = { 'as expected': 0, OTHER: 0, unknown: 0, skipped: 0 };
  #pending = Promise.resolve();
  #isStopped = false;

  /** @param file path of the program; @param vault name of the vault @throws Error if there is no such vault */
  static async of(file, vault) {
    const known = await loadKnown();
    const program = new Program(file, vault, known);
    const { text } = await program.run(['vault']);
    if (text === 'Vault not found.') throw new Error(`There is no vault "${vault}".`);
    return new Facts(program, known.records);
  }

  constructor(program, records) {
    this.program = program;
    this.records = records;
  }

  /** Asks all questions in turn, and prints a line for each answer. */
  async ask() {
    print(`Facts: answers of ${this.program.file}; $ stands for the scratch folder of a question.`);
    for (const [index, question] of QUESTIONS.entries()) {
      if (this.#isStopped) return;
      await this.#askOne(question, { run: this.#run, folder: `${this.#folder}/${index + 1}` });
    }
    for (const [what, why] of NOT_ASKED) this.#report('skipped', `${what}: ${why}`);
    const counts = Object.entries(this.#counts).map(([verdict, count]) => `${count} ${verdict}`);
    print(`Facts: ${counts.join(', ')}.`);
  }

  /** Stops asking, and deletes every note. @throws Error when one cannot be deleted */
  async cleanUp() {
    this.#isStopped = true;
    await this.#pending;
    const { text, trouble } = await this.program.run(['files', `folder=${this.#folder}`]);
    if (trouble !== undefined) throw new Error(`files: ${trouble}`);
    // Only what is in the folder, whatever the program lists.
    const own = text.split('\n').filter((path) => path.startsWith(`${this.#folder}/`));
    const failures = [];
    for (const target of [...this.#elsewhere, ...own.map((path) => `path=${path}`)]) {
      const { text: said, trouble: why } = await this.program.run(['delete', target, 'permanent']);
      const isGone = /^Error: File "[^\n]*" not found\.$/.test(said) || this.#confirmed('delete', said);
      if (!isGone) failures.push(`${target}: ${why ?? cut(said)}`);
    }
    if (failures.length > 0) throw new Error(failures.join('; '));
  }

  async #askOne({ about, steps }, values) {
    for (const step of steps) {
      if (this.#isStopped) return;
      const fill = (text) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
      const argv = step.send.map(fill);
      if (step.makes) this.#elsewhere.add(fill(step.makes));
      const answer = this.program.run(argv);
      this.#pending = answer;
      const { text, trouble } = await answer;
      this.#note(argv, text);
      if (step.keep) values[step.keep] = text;
      const short = (words) => cut(words.replaceAll(values.folder, '$'));
      const said = `${about}: ${short(argv.join(' '))} => ${short(trouble ?? text)}`;
      const isAnswer = trouble === undefined && !NO_SUCH_COMMAND.test(text);
      const expectation = this.#expectation(step, argv[0], fill);
      if (expectation) {
        const isJudged = isAnswer && expectation.isMet !== undefined;
        const verdict = isJudged ? (expectation.isMet(text) ? 'as expected' : 'OTHER') : 'unknown';
        this.#report(verdict, `${said} | expected: ${short(expectation.words)}`);
      } else if (!isAnswer) this.#report('unknown', `${said} | the rest of the question needs it`);
      // Later steps would be in vain, or about another note.
      if (!isAnswer && !step.isUnknown) return;
      if (step.only && !step.only.test(text)) {
        this.#report('skipped', `${said} | ${step.unless}`);
        return;
      }
    }
  }

  /** @returns the expected words, and a test of an answer for them; undefined for a preparation */
  #expectation({ confirms, fails, begins, says, isUnknown }, command, fill) {
    const { success, failures = [] } = this.records[command];
    const oneOf = (patterns) => ({
      words: patterns.join(' or '),
      isMet: (text) => patterns.some((pattern) => pattern.test(text)),
    });
    if (isUnknown) return { words: 'nobody knows' };
    if (fails) return oneOf(failures);
    if (begins)
      return { words: String(success.line), isMet: (text) => success.line.test(text.split('\n', 1)[0]) };
    if (typeof says === 'string') return { words: fill(says), isMet: (text) => text === fill(says) };
    if (says)
      return oneOf([new RegExp(says.source.replace(/\\\{(\w+)\\\}/g, (_, name) => fill(`{${name}}`)))]);
    if (!confirms) return undefined;
    const groups = Object.entries(confirms).map(([name, value]) => [name, fill(value)]);
    return {
      words: [success.line, ...groups.map(([name, value]) => `${name}: ${value}`)].join(', '),
      isMet: (text) => {
        const match = success.line.exec(text);
        return (
          match !== null && groups.every(([name, value]) => (match.groups?.[name] ?? match[name]) === value)
        );
      },
    };
  }

  /** Remembers a created note, wherever the CLI put it. */
  #note([command], text) {
    if (command !== 'create' || !text.startsWith('Created: ')) return;
    const path = this.#confirmed('create', text)?.groups.path;
    if (path !== undefined && !path.startsWith(`${this.#folder}/`)) this.#elsewhere.add(`path=${path}`);
  }

  #confirmed(command, text) {
    return this.records[command].success.line.exec(text);
  }

  #report(verdict, words) {
    this.#counts[verdict] += 1;
    print(`${verdict.padEnd(11)} ${words}`);
  }
}

/** Shortens a text to one line. */
function cut(text) {
  const line = text.replace(/\r?\n/g, '⏎').replaceAll('\t', '⇥');
  return line.length > CUT ? `${line.slice(0, CUT)}…` : line;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
