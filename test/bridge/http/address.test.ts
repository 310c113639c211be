import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prefersText } from '../../../src/bridge/http/reply';
import { decodePercent, findRoute, parseTarget } from '../../../src/bridge/http/routes';
import { codeOf } from './refusals';

describe('the request target', () => {
  test.each<[string, unknown]>([
    ['/', { path: '/', query: '' }],
    ['/a?b?c', { path: '/a', query: 'b?c' }],
    ['/a?', { path: '/a', query: '' }],
    ['', { path: '/', query: '' }],
    ['?a', { path: '/', query: 'a' }],
    ['//evil.test/a', { path: '//evil.test/a', query: '' }],
    ['http://127.0.0.1:27124/a?b', { path: '/a', query: 'b', host: '127.0.0.1:27124' }],
    ['HTTP://Evil.Test', { path: '/', query: '', host: 'Evil.Test' }],
    ['http://localhost?x', { path: '/', query: 'x', host: 'localhost' }],
    ['http:///a', { path: '/a', query: '', host: '' }],
    ['http://evil@127.0.0.1/a', { path: '/a', query: '', host: 'evil@127.0.0.1' }],
    ['*', 'bad_request'],
    ['a/b', 'bad_request'],
    ['https://127.0.0.1/', 'bad_request'],
    ['127.0.0.1:27124', 'bad_request'],
    ['/a#b', 'bad_request'],
    ['http://127.0.0.1/a#b', 'bad_request'],
  ])('%j', (url, expected) => {
    expect(codeOf(() => parseTarget(url))).toEqual(expected);
  });

  test('property: any text has a path that starts with a slash, or is a 400', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('http://', '/', '?', '#', '@', ':', '*', 'a.b', '%', '\\') }),
        (url) => {
          const result = codeOf(() => parseTarget(url)) as { path: string };
          if (typeof result !== 'string') expect(result.path).toMatch(/^\//);
        },
      ),
    );
  });

  test('percent signs are decoded strictly', () => {
    expect(decodePercent('%C3%A9+')).toBe('é+');
    expect(codeOf(() => decodePercent('%C3'))).toBe('bad_request');
  });

  test.each<[string, unknown]>([
    ['/api/v1/health', { kind: 'health' }],
    ['/api/v1/commands', { kind: 'commands' }],
    ['/mcp', { kind: 'mcp' }],
    ['/api/v1/cli/read', { kind: 'command', name: 'read' }],
    ['/api/v1/cli/daily/read', { kind: 'command', name: 'daily:read' }],
    ['/api/v1/cli/daily:read', { kind: 'command', name: 'daily:read' }],
    ['/api/v1/cli/daily%3Aread', { kind: 'command', name: 'daily:read' }],
    ['/api/v1/cli/a/b/c', { kind: 'command', name: 'a:b:c' }],
    ['/api/v1/cli/daily%2Fread', { kind: 'command', name: 'daily/read' }],
    ['/api/v1/cli/..%2Fhealth', { kind: 'command', name: '../health' }],
    ['/api/v1/cli/vault=x', { kind: 'command', name: 'vault=x' }],
    ['/api/v1/cli/read/', { kind: 'command', name: 'read:' }],
    ['/api/v1/cli//read', { kind: 'command', name: ':read' }],
    ['/api/v1/cli/%', 'bad_request'],
    ['/api/v1/cli/', undefined],
    ['/api/v1/cli', undefined],
    ['/api/v1/health/', undefined],
    ['/API/v1/health', undefined],
    ['/api/v2/health', undefined],
    ['/mcp/', { kind: 'mcp' }],
    ['/', { kind: 'page' }],
    ['/.well-known/oauth-protected-resource', undefined],
    ['/constructor', undefined],
  ])('%s has the route %j', (path, expected) => {
    expect(codeOf(() => findRoute(path))).toEqual(expected);
  });
});

describe('the Accept header', () => {
  test.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/*', false],
    ['application/json', false],
    ['text/plain', true],
    ['TEXT/Plain; charset=utf-8', true],
    ['text/plain, application/json', true],
    ['application/json, text/plain', false],
    ['application/json, text/plain, */*', false],
    ['application/json;q=0.5, text/plain', true],
    ['application/json, text/plain;q=0.9', false],
    ['text/plain;q=0', false],
    ['text/plain;q=junk', false],
    ['text/html, text/plain;q=0.8', true],
    ['text/plainest', false],
  ])('%j asks for text: %s', (accept, expected) => {
    expect(prefersText(accept)).toBe(expected);
  });
});
