import { Notice } from 'obsidian';
import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import type { KeptQuestion } from '../../bridge/call/approval/kept-questions';
import { BridgeError } from '../../bridge/errors';
import { printable } from '../../bridge/text/printable';
import { askerOf, waitingIn } from '../approval/question-text';
import { timeInWords } from '../changes/change-text';
import { nameControl } from '../ui/accessible-name';
import type { TabContext } from './context';

/** The calls that wait for the user. No group if there are none. */
export function questionGroups(context: TabContext): SettingDefinitionGroup[] {
  const waiting = waitingIn(context.bridge.questions.list());
  if (waiting.length === 0) return [];
  return [
    { type: 'group', heading: 'Waiting for you', items: waiting.map((each) => questionRow(context, each)) },
  ];
}

function questionRow({ bridge }: TabContext, question: KeptQuestion): SettingDefinitionRender {
  const { id, time } = question;
  const name = `${askerOf(question)} wants to ${question.words}`;
  return {
    name,
    desc: timeInWords(time),
    searchable: false,
    render(setting) {
      setting.addButton((button) => {
        nameControl(button.buttonEl, `Answer: ${name}`);
        button.setButtonText('Answer').onClick(async () => {
          await bridge.questions.open(id);
          const { answer, state } = bridge.questions.list().find((each) => each.id === id) ?? {};
          if ((state === 'failed' || state === 'gone') && answer instanceof BridgeError)
            new Notice(printable(answer.message, 1_000));
        });
      });
    },
  };
}
