import { describe, expect, test } from 'vitest';
import { HOST_STORES } from '../../../kit/host-stores';
import { callTool } from '../../../kit/mcp-client';
import { useNotes } from '../../../kit/note-vault';

const PATH = 'Note.md';
const TEXT = '---\nstatus: open\n---\nbody';
const CALLS = [
  ['append', { path: PATH, content: 'x' }, []],
  ['prepend', { path: PATH, content: 'x' }, ['inline']],
  ['create', { path: PATH, content: 'x' }, ['overwrite']],
] as const;
/** What the program says, and the code if it surely changed nothing. */
const SAID = [
  ['nothing', '', 'no_output'],
  ['foreign words', 'Of which nobody thought\n', 'cli_failed'],
  ['that it lost the app', 'Stream closed\n', 'unconfirmed'],
] as const;

describe.each(HOST_STORES)('an inline change that is not confirmed, store: %s', (store) => {
  const served = useNotes({ store });
  /** In which nothing is changed: over MCP it matters which text a client has seen. */
  const unchanged = useNotes({ store });

  describe.each(SAID)('because the program says %s', (_what, said, code) => {
    test.each(CALLS)(
      'was made where the note has what its rule gives: %s',
      async (command, params, flags) => {
        const vault = served();
        await vault.write(PATH, TEXT);
        vault.standIn.answering = async (_call, work) => {
          await work();
          return said;
        };
        const { status, envelope } = await vault.client.post(command, { params, flags: [...flags] });
        expect([status, envelope.code]).toEqual([200, undefined]);
        expect(vault.commands()).toEqual([command]);
        expect(await vault.text(PATH)).toContain('x');
      },
    );

    test.each(CALLS)('was not where the note is as before: %s', async (command, params, flags) => {
      const vault = unchanged();
      await vault.write(PATH, TEXT);
      vault.standIn.answering = () => Promise.resolve(said);
      const { status, envelope } = await vault.client.post(command, { params, flags: [...flags] });
      expect([status, envelope.code, envelope.exitCode]).toEqual([422, code, 1]);
      if (code === 'unconfirmed') expect(envelope.data).toMatchObject({ unchanged: true });
      else expect(envelope.error).toContain('Nothing was changed so far.');
      const call = { command, params, flags };
      const { structured } = await callTool(new URL('/mcp', vault.client.url), 'execute', call);
      expect(structured['code']).toBe(code);
      expect(vault.commands()).toEqual([command, command]);
      expect(await vault.text(PATH)).toBe(TEXT);
    });

    test('is not known where somebody else wrote, too', async () => {
      const vault = served();
      await vault.write(PATH, TEXT);
      vault.standIn.answering = async () => {
        await vault.write(PATH, 'of somebody else');
        return said;
      };
      const { status, envelope } = await vault.client.post('append', {
        params: { path: PATH, content: 'x' },
      });
      expect([status, envelope.code]).toEqual([422, 'unconfirmed']);
      expect(envelope.data ?? {}).not.toHaveProperty('unchanged');
    });

    test('a property that changed the note is a success with a warning', async () => {
      const vault = served();
      await vault.write(PATH, TEXT);
      vault.standIn.answering = async (_call, work) => {
        await work();
        return said;
      };
      const params = { path: PATH, name: 'status', value: 'done' };
      const { status, envelope } = await vault.client.post('property:set', { params });
      expect([status, envelope.ok]).toEqual([200, true]);
      expect(envelope.warnings).toHaveLength(1);
      expect(await vault.text(PATH)).toContain('status: done');
    });
  });
});
