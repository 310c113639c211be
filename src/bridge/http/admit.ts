import type { IncomingMessage } from 'node:http';
import type { Caller, ClientKey, Delivery, Interface } from '../caller';
import { beyondInterfaces } from '../commands/policy/key-scope';
import { BridgeError } from '../errors';
import { isRefusalReason } from '../request-log';
import type { RequestLog } from '../request-log';
import type { LiveSettings } from '../settings';
import { hasExpired, hasPlaceholder } from './api-keys';
import type { ApiKeys } from './api-keys';
import { checkHost, checkOrigin, idempotencyKeyOf } from './header-checks';

/** The parts of the bridge that decide who is let in. */
interface Admitting {
  readonly settings: LiveSettings;
  /** All keys as they are now. */
  readonly keys: { readonly current: ApiKeys };
  readonly log: RequestLog;
}

/** A request that asks to be let in. */
interface Arrived {
  readonly request: IncomingMessage;
  /** The host that the request names. */
  readonly host: string | undefined;
  readonly deliver: () => Delivery;
}

/** Identifies the caller. @throws BridgeError if the client is not admitted */
export function callerOf(through: Interface, services: Admitting, exchange: Arrived): Caller {
  const key = admit(through, services, exchange);
  const [settings, keys] = [services.settings.current, services.keys.current];
  services.log.see(key);
  const delivery = exchange.deliver();
  const caller: { -readonly [Name in keyof Caller]: Caller[Name] } = {
    interface: through,
    key,
    userAgent: exchange.request.headers['user-agent'],
    requireAccess: () => {
      const isUnchanged = settings === services.settings.current && keys === services.keys.current;
      if (!isUnchanged || hasExpired(caller.key)) caller.key = admit(through, services, exchange);
    },
    gone: delivery.gone,
    delivery,
    idempotencyKey: through === 'rest' ? idempotencyKeyOf(exchange.request) : undefined,
  };
  return caller;
}

/** Identifies the client by the current settings and key. @throws BridgeError if it is not admitted */
function admit(through: Interface, services: Admitting, { request, host }: Arrived): ClientKey {
  const settings = services.settings.current;
  checkHost(host, settings);
  if (through === 'mcp') checkOrigin(request.headers.origin, settings);
  const key = services.keys.current.check(request.headers.authorization);
  if (through === 'mcp' && !settings.mcpEnabled) throw BridgeError.of('mcp_disabled', {});
  if (through === 'rest' && !settings.restEnabled) throw BridgeError.of('rest_disabled', {});
  if (key.scope?.interfaces?.includes(through) === false) throw beyondInterfaces(key, through);
  return key;
}

/** Logs an attempt that was refused before it became a call. */
export function logRefusal(error: BridgeError, { headers }: IncomingMessage, log: RequestLog): void {
  const { code, context } = error;
  if (isRefusalReason(code) && isUnlogged(error))
    log.refuse(code, {
      key: context.key,
      userAgent: headers['user-agent'],
      isPlaceholder: hasPlaceholder(headers.authorization),
    });
}

/** Whether the one path of all calls has not logged the refusal itself. */
function isUnlogged({ code, context }: BridgeError): boolean {
  return code === 'key_scope' ? context.key !== undefined : code !== 'unknown_command';
}
