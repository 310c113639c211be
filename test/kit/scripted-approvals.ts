import type {
  ApprovalAnswer,
  ApprovalPort,
  ApprovalRequest,
} from '../../src/bridge/call/approval/approval-port';
import { until } from './until';

/** One question to the person, as the host was given it. */
export interface AskedQuestion {
  readonly request: ApprovalRequest;
  readonly isClosed: boolean;
  readonly answer: (answer: ApprovalAnswer) => void;
  readonly fail: (error: Error) => void;
}

/** A person who answers as the test says. */
export class ScriptedApprovals implements ApprovalPort {
  readonly asked: AskedQuestion[] = [];
  /** The answer to everything from now on; absent for one that is given by hand. */
  always: ApprovalAnswer | undefined;

  ask(request: ApprovalRequest, closed: AbortSignal): Promise<ApprovalAnswer> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        request,
        get isClosed() {
          return closed.aborted;
        },
        answer: resolve,
        fail: reject,
      });
      if (this.always) resolve(this.always);
    });
  }

  /** What is on the screen now. */
  get open(): readonly AskedQuestion[] {
    return this.asked.filter(({ isClosed }) => !isClosed);
  }

  /** Waits until this many questions have been asked in total. @returns the last one */
  async nth(count: number): Promise<AskedQuestion> {
    await until(`${count} questions`, () => this.asked.length >= count);
    const question = this.asked[count - 1];
    if (!question) throw new Error('There is no question');
    return question;
  }
}
