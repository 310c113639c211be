import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Queue, QueueError } from '../../../src/bridge/cli/queue';
import { active, activeAfter } from '../../kit/processes';

/** A promise whose end the test decides. */
function held<T>() {
  let finish!: (value: T) => void;
  let fail!: (error: unknown) => void;
  const promise = new Promise<T>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { promise, finish, fail };
}

const LONG = { maxWaitMs: 60_000 };
const limited = (all: number) => ({ each: all, all });

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'done';
  } catch (error) {
    return error instanceof QueueError ? error.reason : `failed: ${String(error)}`;
  }
}

describe('the queue', () => {
  test('runs a task immediately if nothing else runs, and returns its result', async () => {
    const queue = new Queue(limited(1));
    const started: number[] = [];
    const result = queue.run((waited) => {
      started.push(waited);
      return Promise.resolve('result');
    }, LONG);
    expect(started).toEqual([0]);
    expect(queue.running).toBe(true);
    expect(await result).toBe('result');
    expect(queue).toMatchObject({ running: false, length: 0 });
  });

  test('refuses a task when it is full, and accepts one when there is room again', async () => {
    const queue = new Queue(limited(2));
    const first = held<string>();
    const running = queue.run(() => first.promise, LONG);
    const waiting = [1, 2].map(() => queue.run(() => Promise.resolve('ran'), LONG));
    expect(await reasonOf(queue.run(() => Promise.resolve(), LONG))).toBe('full');
    first.finish('ran');
    expect(await Promise.all([running, ...waiting])).toEqual(['ran', 'ran', 'ran']);
    expect(await queue.run(() => Promise.resolve('later'), LONG)).toBe('later');
  });

  test('clients take turns, and none may fill the queue', async () => {
    const queue = new Queue({ each: 3, all: 5 });
    const first = held<void>();
    const order: string[] = [];
    const run = (client: string, number = 0) =>
      reasonOf(
        queue.run(
          () => {
            order.push(`${client}${number}`);
            return Promise.resolve();
          },
          { ...LONG, client },
        ),
      );
    const ends = [reasonOf(queue.run(() => first.promise, { ...LONG, client: 'a' }))];
    ends.push(...[1, 2, 3].map((number) => run('a', number)));
    expect(await run('a')).toBe('client_full');
    ends.push(run('b', 1), run('b', 2));
    expect(await run('c')).toBe('full');
    first.finish();
    await Promise.all(ends);
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
    expect(queue).toMatchObject({ running: false, length: 0 });
  });

  test('a task that waits too long is removed without being started, the others stay', async () => {
    const queue = new Queue(limited(9));
    const first = held<void>();
    void queue.run(() => first.promise, LONG);
    const impatient = vi.fn(() => Promise.resolve());
    const refused = reasonOf(queue.run(impatient, { maxWaitMs: 15 }));
    const patient = queue.run(() => Promise.resolve('ran'), LONG);
    expect(await refused).toBe('timeout');
    expect(queue.length).toBe(1);
    first.finish();
    expect(await patient).toBe('ran');
    expect(impatient).not.toHaveBeenCalled();
  });

  test('the time of a task that holds its turn does not count for those that wait, and counts again after it', async () => {
    const queue = new Queue(limited(9));
    const [first, second] = [held<void>(), held<void>()];
    void queue.run(() => {
      queue.hold();
      return first.promise;
    }, LONG);
    const early = reasonOf(queue.run(() => second.promise, { maxWaitMs: 20 }));
    const late = reasonOf(queue.run(() => Promise.resolve(), { maxWaitMs: 20 }));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(queue.length).toBe(2);
    first.finish();
    expect(await late).toBe('timeout');
    second.finish();
    expect(await early).toBe('done');
  });

  test('a task whose signal fires leaves the queue; once started, it is not affected', async () => {
    const queue = new Queue(limited(9));
    const [first, caller] = [held<string>(), new AbortController()];
    const started = queue.run(() => first.promise, { ...LONG, signal: caller.signal });
    const waiting = reasonOf(queue.run(() => Promise.resolve(), { ...LONG, signal: caller.signal }));
    caller.abort();
    expect(await waiting).toBe('cancelled');
    expect(await reasonOf(queue.run(() => Promise.resolve(), { ...LONG, signal: caller.signal }))).toBe(
      'cancelled',
    );
    first.finish('ran');
    expect(await started).toBe('ran');
  });

  test('closing refuses all waiting and later tasks, and leaves the running one alone', async () => {
    const queue = new Queue(limited(9));
    const first = held<string>();
    const running = queue.run(() => first.promise, LONG);
    const waiting = [1, 2, 3].map(() => reasonOf(queue.run(() => Promise.resolve(), LONG)));
    queue.close();
    expect(await Promise.all(waiting)).toEqual(['closed', 'closed', 'closed']);
    expect(await reasonOf(queue.run(() => Promise.resolve(), LONG))).toBe('closed');
    expect(queue.running).toBe(true);
    first.finish('ran');
    expect(await running).toBe('ran');
    expect(queue.running).toBe(false);
  });

  test('the next task starts after one that fails or throws', async () => {
    const queue = new Queue(limited(9));
    const thrower = queue.run((): Promise<void> => {
      throw new Error('thrown');
    }, LONG);
    const rejecter = queue.run(() => Promise.reject(new Error('rejected')), LONG);
    const last = queue.run(() => Promise.resolve('ran'), LONG);
    expect(await reasonOf(thrower)).toBe('failed: Error: thrown');
    expect(await reasonOf(rejecter)).toBe('failed: Error: rejected');
    expect(await last).toBe('ran');
  });

  test('a task may add another one after it', async () => {
    const queue = new Queue(limited(9));
    const inner: Promise<string>[] = [];
    await queue.run(() => {
      inner.push(queue.run(() => Promise.resolve('inner'), LONG));
      return Promise.resolve();
    }, LONG);
    expect(await Promise.all(inner)).toEqual(['inner']);
  });

  test('waiting leaves neither timers nor listeners behind, however it ends', async () => {
    const before = active('Timeout');
    const queue = new Queue(limited(9));
    const [first, going, staying] = [held<void>(), new AbortController(), new AbortController()];
    const spies = [going, staying].map(({ signal }) => ({
      added: vi.spyOn(signal, 'addEventListener'),
      removed: vi.spyOn(signal, 'removeEventListener'),
    }));
    const running = queue.run(() => first.promise, LONG);
    const ends = [
      queue.run(() => Promise.resolve(), { ...LONG, signal: staying.signal }),
      queue.run(() => Promise.resolve(), { ...LONG, signal: going.signal }),
      queue.run(() => Promise.resolve(), { maxWaitMs: 5, signal: staying.signal }),
    ].map(reasonOf);
    expect(active('Timeout')).toBe(before + 3);
    going.abort();
    await ends[2];
    first.finish();
    expect(await Promise.all([reasonOf(running), ...ends])).toEqual(['done', 'done', 'cancelled', 'timeout']);
    expect(await activeAfter('Timeout', before)).toBe(0);
    for (const { added, removed } of spies) expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });
});

describe('property: any interleaving', () => {
  type Step = 'add' | 'finish' | 'fail' | 'cancel' | 'close';
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step>('add') },
    { weight: 4, arbitrary: fc.constantFrom<Step>('finish', 'fail', 'cancel') },
    { weight: 1, arbitrary: fc.constant<Step>('close') },
  );
  const limitOf = fc.integer({ min: 0, max: 5 });

  test('the order is kept, one task runs at a time, the queue is bounded, and none is lost', async () => {
    const before = active('Timeout');
    await fc.assert(
      fc.asyncProperty(
        limitOf,
        fc.array(fc.tuple(step, fc.nat()), { maxLength: 60 }),
        async (limit, steps) => {
          const queue = new Queue(limited(limit));
          const ends: Promise<string>[] = [];
          const callers: AbortController[] = [];
          const order: number[] = [];
          let inside = 0;
          let most = 0;
          let current: ReturnType<typeof held<void>> | undefined;
          const finish = async (fails: boolean): Promise<void> => {
            if (fails) current?.fail('on purpose');
            else current?.finish();
            current = undefined;
            await new Promise(setImmediate);
          };
          for (const [kind, pick] of steps) {
            if (kind === 'add') {
              const number = ends.length;
              const caller = new AbortController();
              callers.push(caller);
              const task = async (): Promise<void> => {
                order.push(number);
                most = Math.max(most, ++inside);
                current = held<void>();
                await current.promise.finally(() => inside--);
              };
              ends.push(reasonOf(queue.run(task, { ...LONG, signal: caller.signal })));
            } else if (kind === 'cancel') callers[pick % Math.max(1, callers.length)]?.abort();
            else if (kind === 'close') queue.close();
            else await finish(kind === 'fail');
            expect(queue.length).toBeLessThanOrEqual(limit);
          }
          for (let round = 0; round <= steps.length && queue.running; round++) await finish(false);
          const how = await Promise.all(ends);
          expect(order).toEqual([...order].sort((a, b) => a - b));
          expect(most).toBeLessThanOrEqual(1);
          expect(queue).toMatchObject({ length: 0, running: false });
          how.forEach((end, number) => {
            const ran = end === 'done' || end === 'failed: on purpose';
            expect(ran).toBe(order.includes(number));
            if (!ran) expect(['full', 'cancelled', 'closed']).toContain(end);
          });
        },
      ),
      { numRuns: 150 },
    );
    expect(await activeAfter('Timeout', before)).toBe(0);
  });
});
