import { expect, test } from 'vitest';
import { Catalogue } from '../../../../src/bridge/commands/catalogue/catalogue';
import { isReadOnly } from '../../../../src/bridge/commands/policy/policy';
import { DEFAULT_SETTINGS } from '../../../../src/bridge/settings';

test('a name that is listed many times is looked up once, in whatever spelling', () => {
  const catalogue = new Catalogue(() => Promise.resolve(undefined));
  const looked: string[] = [];
  const counting = { ...catalogue, get: (name: string) => (looked.push(name), catalogue.get(name)) };
  const allowedCommands = Array.from({ length: 500 }, (_, index) =>
    index % 2 ? 'Daily/Path ' : 'daily:path',
  );
  const key = { id: 'owner', name: 'owner' };
  const settings = { ...DEFAULT_SETTINGS, allowedCommands };
  expect(isReadOnly(settings, counting as unknown as Catalogue, key)).toBe(true);
  expect(looked).toEqual(['daily:path']);
});
