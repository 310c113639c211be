import { BridgeError } from '../../errors';
import type { Carrier } from '../call';
import { itemEnvelope } from '../envelope';
import { DATA_LIMIT } from '../judge/json-data';
import { bareResult, sizeOf } from '../kept-answer';
import { done } from '../outcome';
import type { Outcome } from '../outcome';

/** The command that lists the questions that wait for the user, and the answers to them. */
export const QUESTIONS: Carrier = {
  carry: (call): Promise<Outcome> => {
    const { approvals } = call.context;
    const { key, delivery } = call.caller;
    const id = call.parameter('id') ?? '';
    const questions =
      approvals?.kept
        .list(key)
        .filter((each) => (id === '' || each.id === id) && !call.hides(each.path ?? '')) ?? [];
    if (id !== '' && questions.length === 0) throw BridgeError.of('question_not_found', { id });
    let room = id === '' ? DATA_LIMIT : Infinity;
    const data = questions.map((question) => {
      const { time, client, command, path, state, answer } = question;
      const listed = { id: question.id, time, client, command, path, state };
      const size = answer ? sizeOf(answer) : Infinity;
      if (!answer || size > room) return listed;
      room -= size;
      if (question.clientId === key.id)
        void delivery?.isHeard.then((isSo) => isSo && approvals?.kept.hear(question.id));
      const isTold = !call.hasPrivate || question.privateFolders === call.privateFolders;
      return { ...listed, answer: itemEnvelope(isTold ? answer : bareResult(answer)) };
    });
    const lines = questions.map(({ id: name, state, time, client, command, path = '' }) =>
      [name, state, time, client, command, path].join('\t'),
    );
    return Promise.resolve({ ...done(lines.join('\n') || 'No questions.', data), isParsed: true });
  },
};
