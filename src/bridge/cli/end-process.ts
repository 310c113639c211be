import { constants } from 'node:os';
import { clearImmediate, clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { Readable } from 'node:stream';
import type { Endable, Platform } from './platform';

/** Why the bridge ended a process; `confirmed`: its output was complete and it did not exit. */
export type EndReason = 'timeout' | 'output_too_large' | 'cancelled' | 'confirmed';

/** How long a process may take to end after SIGTERM before it is killed. */
const GRACE_MS = 2_000;
/** The exit code of a process that did not exit even when killed. */
const KILLED = 128 + constants.signals.SIGKILL;

/** The parts of a child process that ending it needs. */
interface EndingChild extends Endable {
  readonly stdout: Readable;
  readonly stderr: Readable;
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
}

interface EndOptions {
  readonly platform: Platform;
  readonly timeoutMs: number;
  /** Each of them ends the process. */
  readonly endSignals: readonly AbortSignal[];
  /** Kills the process immediately when it fires. */
  readonly killSignal?: AbortSignal | undefined;
}

/**
 * Watches one process until it ends, and ends it if need be. On a timeout, a signal of the caller or too much output it gets
 * SIGTERM, and SIGKILL when it has not exited 2 s later; its children get the same where the system allows it. Children that
 * outlive a process that exited on its own are ended the same way, after its result was returned.
 */
export class ProcessEnding {
  /** Why the bridge has ended the process; undefined when it ended on its own. */
  reason: EndReason | undefined;
  /** The exit code (128 + n for a signal), once the process has exited, or 2 s after a SIGKILL that had no effect. */
  readonly exitCode: Promise<number>;
  private stage: 'running' | 'exited' | 'over' = 'running';
  private readonly countdown = new Countdown();
  private giveUp!: () => void;

  constructor(
    private readonly child: EndingChild,
    private readonly options: EndOptions,
  ) {
    this.exitCode = new Promise((resolve) => {
      const exited = (code: number): void => {
        this.stage = 'exited';
        this.countdown.stop();
        resolve(code);
      };
      this.giveUp = () => exited(KILLED);
      child.once('exit', (code, signal) => exited(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
    this.countdown.start(options.timeoutMs, () => this.begin('timeout'));
    options.killSignal?.addEventListener('abort', this.kill, { once: true });
    for (const signal of options.endSignals) {
      if (signal.aborted) this.cancel();
      else signal.addEventListener('abort', this.cancel, { once: true });
    }
  }

  /** Ends the process, unless it has exited; what its children print after that can still be too much. */
  begin(reason: EndReason): void {
    if (this.reason || this.stage === 'over') return;
    if (this.stage === 'exited') {
      if (reason === 'output_too_large') this.reason = reason;
      return;
    }
    this.reason = reason;
    this.terminate(() => {
      this.kill();
      this.countdown.start(GRACE_MS, this.giveUp);
    });
  }

  /** Ends whatever is left of the process, in the background, once the result is known. */
  finish(pipesHaveEnded: boolean): void {
    this.stage = 'over';
    if (this.reason) {
      // A run that was ended leaves no process behind, not even one that has closed the pipes.
      this.killAndRelease();
    } else if (pipesHaveEnded) {
      this.release();
    } else {
      // A child of the process holds the pipes.
      this.child.once('close', () => this.release());
      this.terminate(() => this.killAndRelease());
    }
  }

  private readonly cancel = (): void => {
    if (this.stage === 'over') this.killAndRelease();
    else this.begin('cancelled');
  };

  private terminate(whenGraceIsOver: () => void): void {
    this.options.platform.end(this.child, 'SIGTERM');
    this.countdown.start(GRACE_MS, whenGraceIsOver);
  }

  private readonly kill = (): void => this.options.platform.end(this.child, 'SIGKILL');

  private killAndRelease(): void {
    this.kill();
    this.release();
  }

  private release(): void {
    this.countdown.stop();
    this.options.killSignal?.removeEventListener('abort', this.kill);
    for (const signal of this.options.endSignals) signal.removeEventListener('abort', this.cancel);
    for (const pipe of [this.child.stdout, this.child.stderr]) {
      pipe.destroy();
      // Node frees a child process late, and with it whatever listens to it: everything that the call created.
      pipe.removeAllListeners('data');
    }
  }
}

/**
 * A timer that can be restarted and stopped. When the event loop was blocked for longer than the time, input that has
 * arrived is read first, so that a process does not count as silent only because nothing was read.
 */
export class Countdown {
  private timer: NodeJS.Timeout | undefined;
  private behindInput: NodeJS.Immediate | undefined;

  /** Runs the action after this time, instead of any that was pending. */
  start(milliseconds: number, action: () => void): void {
    this.stop();
    this.timer = setTimeout(() => {
      this.behindInput = setImmediate(action);
    }, milliseconds);
  }

  stop(): void {
    clearTimeout(this.timer);
    clearImmediate(this.behindInput);
  }
}
