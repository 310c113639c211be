import { Menu, setIcon, setTooltip } from 'obsidian';
import type { Plugin } from 'obsidian';
import type { Actions } from './actions';
import type { Host } from './host';
import { describeLine, describeServer } from './status-text';

type Mood = 'running' | 'waiting' | 'stopped' | 'problem';

const ICONS: Record<Mood, string> = {
  running: 'plug-zap',
  waiting: 'hourglass',
  stopped: 'unplug',
  problem: 'alert-triangle',
};

/** Adds the status bar item: the state as an icon with words behind it, and a menu by click or keyboard. */
export function addStatusBarItem(plugin: Plugin, host: Host, actions: Actions): void {
  const item = plugin.addStatusBarItem();
  item.addClass('mod-clickable', 'cli-bridge-status-bar');
  item.setAttr('role', 'button');
  item.setAttr('tabindex', '0');
  item.setAttr('aria-haspopup', 'menu');
  const icon = item.createSpan({ cls: 'cli-bridge-status-bar-icon' });
  const count = item.createSpan({ cls: 'cli-bridge-status-bar-count' });
  let drawn: Mood | undefined;

  const draw = (): void => {
    const mood = moodOf(host);
    if (mood !== drawn) setIcon(icon, ICONS[mood]);
    drawn = mood;
    item.toggleClass('mod-problem', mood === 'problem');
    count.setText(mood === 'waiting' ? String(host.line.waiting) : '');
    const line = mood === 'waiting' ? `. ${describeLine(host.line)}` : '';
    setTooltip(item, `CLI Bridge: ${describeServer(host)}${line}`, { placement: 'top' });
  };
  draw();
  plugin.register(host.onChange(draw));

  plugin.registerDomEvent(item, 'click', (event) => {
    menuFor(host, actions).showAtMouseEvent(event);
  });
  plugin.registerDomEvent(item, 'keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    const { left, top } = item.getBoundingClientRect();
    menuFor(host, actions).showAtPosition({ x: left, y: top });
  });
}

function moodOf({ server, cli, line }: Host): Mood {
  if (server.kind === 'failed') return 'problem';
  if (server.kind === 'stopped') return 'stopped';
  if (cli.state === 'missing') return 'problem';
  return line.waiting > 0 ? 'waiting' : 'running';
}

function menuFor(host: Host, actions: Actions): Menu {
  const menu = new Menu();
  const add = (title: string, icon: string, act: () => unknown): void => {
    menu.addItem((entry) => entry.setTitle(title).setIcon(icon).onClick(act));
  };
  menu.addItem((entry) => entry.setTitle(describeServer(host)).setIsLabel(true));
  add(host.server.kind === 'running' ? 'Stop the server' : 'Start the server', 'power', actions.toggleServer);
  const freePort = host.server.kind === 'failed' ? host.server.freePort : undefined;
  if (freePort !== undefined)
    add(`Use port ${freePort}`, 'arrow-right', () => host.change({ port: freePort }));
  menu.addSeparator();
  add('Copy URL for scripts', 'link', actions.copyScriptUrl);
  add('Copy URL for AI agents', 'bot', actions.copyAgentUrl);
  add('Copy API key', 'key-round', actions.copyKey);
  menu.addSeparator();
  add('Run diagnosis', 'stethoscope', actions.openDiagnosis);
  add('Open settings', 'settings', actions.openSettings);
  return menu;
}
