import type { Interface } from '../../bridge/caller';
import { SETTING_LABELS } from '../../bridge/settings';
import type { BridgeController, ConnectedClient } from '../bridge-controller';
import { clientKindOf } from '../connect/new-client';
import { isOpenToNetwork, NETWORK_WARNING } from '../status-text';
import type { Finding } from './finding';

/** What is known about the clients. */
interface ClientFacts extends Pick<BridgeController, 'settings'> {
  readonly keys: Pick<BridgeController['keys'], 'clients'>;
  readonly log: Pick<BridgeController['log'], 'list' | 'listRefused'>;
  readonly server: Pick<BridgeController['server'], 'state'>;
}

/** What blocks clients, or admits too many, each with the name of its check. Empty if all is well. */
export function clientFindings(facts: ClientFacts): readonly (readonly [title: string, finding: Finding])[] {
  return [...interfacesNeeded(facts), ...network(facts), ...placeholders(facts)];
}

/** An interface is off that a client uses. */
function interfacesNeeded({ settings: { current }, keys, log }: ClientFacts): [string, Finding][] {
  const isOff = { rest: !current.restEnabled, mcp: !current.mcpEnabled };
  return (['rest', 'mcp'] as const).flatMap((through) => {
    const users = isOff[through] ? keys.clients.filter((client) => interfaceOf(client, log) === through) : [];
    if (users.length === 0) return [];
    const label = SETTING_LABELS[through === 'rest' ? 'restEnabled' : 'mcpEnabled'];
    const names = users.map(({ name }) => name).join(', ');
    return [
      [
        'Interfaces',
        {
          level: 'problem',
          text: `"${label}" is off, and ${names} can't call without it.`,
          remedy: `Turn on "${label}" under Interfaces.`,
          fix: 'bridge_settings',
        },
      ],
    ];
  });
}

/** The interface of a client's last call, else that of its kind; undefined if neither is known. */
function interfaceOf(client: ConnectedClient, log: ClientFacts['log']): Interface | undefined {
  const last = log.list().find(({ clientId }) => clientId === client.id)?.interface;
  return last === 'rest' || last === 'mcp' ? last : clientKindOf(client)?.interface;
}

/** Other computers can connect. */
function network({ server: { state } }: ClientFacts): [string, Finding][] {
  if (!isOpenToNetwork(state)) return [];
  return [
    [
      'Network',
      {
        level: 'note',
        text: NETWORK_WARNING,
        remedy: `Unless you need that, set "${SETTING_LABELS.bindAddress}" to 127.0.0.1 under Interfaces.`,
        fix: 'bridge_settings',
      },
    ],
  ];
}

/** A client has sent a placeholder as its key. */
function placeholders({ log }: ClientFacts): [string, Finding][] {
  const attempt = log.listRefused().find(({ isPlaceholder }) => isPlaceholder);
  if (!attempt) return [];
  const time = new Date(attempt.time).toLocaleTimeString([], { timeStyle: 'short' });
  return [
    [
      'Keys of clients',
      {
        level: 'note',
        text: `${attempt.userAgent || 'A client'} sent a placeholder in place of its key at ${time}.`,
        remedy:
          'Put the key itself into its configuration. If you no longer have it, connect the client again.',
      },
    ],
  ];
}
