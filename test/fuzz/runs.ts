import { makeTarget } from '../attack/target';
import type { Target } from '../attack/target';
import { BEHAVIORS, isProbe } from '../kit/fake-cli';
import type { TestScope } from '../kit/test-scope';

/** A bridge with a fake program that reports its arguments as they arrive. */
export interface Reporting extends Target {
  /** The arguments of each process since the last call, without the bridge's own calls. */
  newRuns(): Promise<string[][]>;
}

export async function makeReporting(test: TestScope): Promise<Reporting> {
  // A program that is not known to be the CLI is asked nothing about its answers.
  const plain = { version: 'echo plain', help: ':' };
  const target = await makeTarget(test, {}, { allowDangerousCommands: true }, BEHAVIORS.echo, plain);
  await target.cli.newCalls();
  return {
    ...target,
    newRuns: async () => (await target.cli.newCalls()).filter((words) => !isProbe(words)),
  };
}
