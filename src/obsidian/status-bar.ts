import { Menu, setIcon, setTooltip } from 'obsidian';
import type { Plugin } from 'obsidian';
import { ACTION_TITLES } from './actions';
import type { Actions } from './actions';
import { describeWaiting, waitingIn } from './approval/question-text';
import type { BridgeController } from './bridge-controller';
import { byClient } from './changes/change-text';
import { lastChanges, undo } from './changes/undo';
import { describeQueue, describeServer } from './status-text';

type Indicator = 'running' | 'waiting' | 'asking' | 'stopped' | 'problem';

const ICONS: Record<Indicator, string> = {
  running: 'plug-zap',
  waiting: 'hourglass',
  asking: 'message-circle-question',
  stopped: 'unplug',
  problem: 'alert-triangle',
};

/** Adds the status bar item: an icon with a tooltip for the state, and a menu on click or from the keyboard. */
export function addStatusBarItem(plugin: Plugin, bridge: BridgeController, actions: Actions): void {
  const item = plugin.addStatusBarItem();
  item.addClass('mod-clickable', 'cli-bridge-status-bar');
  item.setAttr('role', 'button');
  item.setAttr('tabindex', '0');
  item.setAttr('aria-haspopup', 'menu');
  const icon = item.createSpan({ cls: 'cli-bridge-status-bar-icon' });
  const count = item.createSpan({ cls: 'cli-bridge-status-bar-count' });
  let drawn: Indicator | undefined;

  const { server, program } = bridge;
  const draw = (): void => {
    const indicator = indicatorFor(bridge);
    if (indicator !== drawn) setIcon(icon, ICONS[indicator]);
    drawn = indicator;
    item.toggleClass('mod-problem', indicator === 'problem');
    const asking = waitingIn(bridge.questions.list()).length;
    const shown = { waiting: String(program.queue.waiting), asking: String(asking) };
    count.setText(indicator === 'waiting' || indicator === 'asking' ? shown[indicator] : '');
    const questions = asking > 0 ? `. ${describeWaiting(asking)}` : '';
    const queue = indicator === 'waiting' ? `. ${describeQueue(program.queue)}` : '';
    const isRunning = server.state.kind === 'running';
    const problem = isRunning && program.status.problem !== '' ? `. ${program.status.problem}` : '';
    setTooltip(item, `CLI Bridge: ${describeServer(server.state)}${problem}${queue}${questions}`, {
      placement: 'top',
    });
  };
  draw();
  plugin.register(bridge.onChange(draw));

  plugin.registerDomEvent(item, 'click', (event) => {
    menuFor(bridge, actions).showAtMouseEvent(event);
  });
  plugin.registerDomEvent(item, 'keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    const { left, top } = item.getBoundingClientRect();
    menuFor(bridge, actions).showAtPosition({ x: left, y: top });
  });
}

function indicatorFor({ server: { state }, program, questions }: BridgeController): Indicator {
  if (state.kind === 'failed') return 'problem';
  if (state.kind === 'stopped') return 'stopped';
  if (program.status.problem !== '') return 'problem';
  if (waitingIn(questions.list()).length > 0) return 'asking';
  return program.queue.waiting > 0 ? 'waiting' : 'running';
}

function menuFor(bridge: BridgeController, actions: Actions): Menu {
  const { server } = bridge;
  const { state } = server;
  const menu = new Menu();
  const add = (title: string, icon: string, act: () => unknown): void => {
    menu.addItem((entry) => entry.setTitle(title).setIcon(icon).onClick(act));
  };
  menu.addItem((entry) => entry.setTitle(describeServer(state)).setIsLabel(true));
  const asking = waitingIn(bridge.questions.list()).length;
  if (asking > 0) add(describeWaiting(asking), ICONS.asking, actions.openSettings);
  add(state.kind === 'running' ? 'Stop server' : 'Start server', 'power', actions.toggleServer);
  const freePort = state.kind === 'failed' ? state.freePort : undefined;
  if (freePort !== undefined) add(`Use port ${freePort}`, 'arrow-right', () => server.useFreePort());
  const last = lastChanges(bridge);
  if (last[0]) add(`Undo the last change by ${byClient(last[0])}`, 'undo-2', () => undo(bridge, last));
  menu.addSeparator();
  add(ACTION_TITLES.connectClient, 'plug', actions.connectClient);
  add(ACTION_TITLES.copyRestUrl, 'link', actions.copyRestUrl);
  add(ACTION_TITLES.copyMcpUrl, 'bot', actions.copyMcpUrl);
  add(ACTION_TITLES.copyKey, 'key-round', actions.copyKey);
  menu.addSeparator();
  add(ACTION_TITLES.runDiagnosis, 'stethoscope', actions.runDiagnosis);
  add('Open settings', 'settings', actions.openSettings);
  return menu;
}
