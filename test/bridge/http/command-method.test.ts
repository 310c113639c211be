import { describe, expect, test } from 'vitest';
import { allowedMethods, httpMethod } from '../../../src/bridge/http/routes';
import { catalogue, get } from '../call/checking';

describe('methods', () => {
  test.each([
    ['files', 'GET'],
    ['read', 'GET'],
    ['search', 'GET'],
    ['search:context', 'GET'],
    ['create', 'POST'],
    ['append', 'POST'],
    ['open', 'POST'],
    ['delete', 'DELETE'],
    ['remove', 'DELETE'],
    ['uninstall', 'DELETE'],
    ['property:read', 'GET'],
    ['property:set', 'POST'],
    ['property:remove', 'DELETE'],
    ['daily:read', 'GET'],
    ['daily:append', 'POST'],
    ['daily:path', 'GET'],
    ['tags', 'GET'],
    ['tasks', 'GET'],
    ['vault', 'GET'],
    ['vaults', 'GET'],
    ['plugins', 'GET'],
    ['plugin:install', 'POST'],
    ['plugin:enable', 'POST'],
    ['sync:status', 'GET'],
    ['help', 'GET'],
  ])('%s is mapped to %s', (name, method) => {
    expect(httpMethod(get(name))).toBe(method);
  });

  test('every command takes POST and its own method, and no other', () => {
    for (const command of catalogue.list()) {
      const mapped = { read: 'GET', write: 'POST', remove: 'DELETE' }[command.kind];
      expect(httpMethod(command)).toBe(mapped);
      expect(allowedMethods(command)).toEqual([...new Set([mapped, 'POST'])]);
    }
  });
});
