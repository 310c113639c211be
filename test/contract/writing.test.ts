import { randomUUID } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isForeign, openTarget } from '../kit/contract-target';
import type { ContractTarget } from '../kit/contract-target';

let target: ContractTarget;
beforeAll(async () => {
  target = await openTarget({ trustedCommands: ['plugin:enable'] });
  return () => target.close();
});

function onDisk(path: string): Promise<string> {
  return readFile(join(target.vault, path), 'utf8');
}

describe('POST and DELETE: a note from creation to deletion', () => {
  test('create, append, read and delete', async () => {
    const { client } = target;
    const path = `CLI Bridge contract ${randomUUID()}.md`;
    try {
      const created = await client.post('create', { params: { path, content: '# Příliš žluťoučký 🐎' } });
      expect(created).toMatchObject({ status: 200, envelope: { ok: true, command: 'create', stderr: '' } });
      expect(created.envelope.stdout).toBe(`Created: ${path}\n`);
      const appended = await client.post('append', { params: { path, content: 'second\n\n\t- third' } });
      expect(appended).toMatchObject({ status: 200, envelope: { command: 'append' } });
      const read = await client.get('read', { path });
      expect(read.envelope.stdout?.trimEnd()).toBe('# Příliš žluťoučký 🐎\nsecond\n\n\t- third');
      if (!isForeign) expect(await onDisk(path)).toBe(read.envelope.stdout?.trimEnd());
    } finally {
      const deleted = await client.delete('delete', { params: { path } });
      expect(deleted).toMatchObject({ status: 200, envelope: { ok: true, command: 'delete' } });
    }
    expect((await client.get('read', { path })).envelope.code).toBe('file_not_found');
    if (!isForeign) await expect(access(join(target.vault, path))).rejects.toThrow();
  });
});

describe.skipIf(isForeign)('parameter names in use', () => {
  test('create: name, content; the note goes into the folder for new notes', async () => {
    const { status } = await target.client.post('create', {
      vault: target.vaultName,
      params: { name: 'Käse & Brot', content: 'a\r\nb' },
    });
    expect(status).toBe(200);
    expect(await onDisk('Käse & Brot.md')).toBe('a\r\nb');
  });

  test('numbers and booleans become text', async () => {
    await target.client.post('create', { params: { path: 'Number.md', content: 42 } });
    expect(await onDisk('Number.md')).toBe('42');
  });

  test('values arrive unchanged: quotes, dollars, backslashes, equals signs, leading dashes', async () => {
    const content = `--help "double" 'single' $HOME \`id\` $(id) a=b ; | & > < * ? ~ ! # % \\ C:\\data é e\u0301`;
    await target.client.post('create', { params: { path: "It's $odd.md", content } });
    expect(await onDisk("It's $odd.md")).toBe(content);
  });

  test('property:set, property:read, property:remove: path, name, value', async () => {
    const { client } = target;
    await client.post('create', { params: { path: 'Props.md', content: 'text' } });
    const params = { path: 'Props.md', name: 'mood' };
    expect((await client.post('property:set', { params: { ...params, value: 'good = great' } })).status).toBe(
      200,
    );
    expect(await onDisk('Props.md')).toBe('---\nmood: good = great\n---\ntext');
    const read = await client.get('property:read', params);
    expect(read.envelope.stdout?.trim()).toBe('good = great');
    expect((await client.delete('property:remove', { params })).status).toBe(200);
    expect(await onDisk('Props.md')).not.toContain('mood');
  });

  test('daily:append: content; daily:path and daily:read agree', async () => {
    const { client } = target;
    const { envelope } = await client.get('daily:path');
    const path = envelope.stdout?.trim() ?? '';
    expect((await client.post('daily:append', { params: { content: '- [ ] water' } })).status).toBe(200);
    expect(await onDisk(path)).toMatch(/- \[ \] water$/);
    expect((await client.get('daily:read')).envelope.stdout?.trimEnd()).toBe((await onDisk(path)).trimEnd());
  });

  test('search, search:context: query', async () => {
    await target.client.post('create', { params: { path: 'Found.md', content: 'a zyzzyva\nis a weevil' } });
    const found = await target.client.get('search', { query: 'zyzzyva' });
    expect(found.envelope.stdout).toBe('Found.md\n');
    const context = await target.client.get('search:context', { query: 'weevil' });
    expect(context.envelope.stdout).toBe('Found.md:2: is a weevil\n');
  });

  test('plugin:enable: id', async () => {
    const { envelope } = await target.client.post('plugin:enable', { params: { id: 'dataview' } });
    expect(envelope).toMatchObject({ ok: true, command: 'plugin:enable' });
  });

  test('flags in the body: a list', async () => {
    const params = { path: 'Twice.md', content: 'one' };
    await target.client.post('create', { params });
    const again = { ...params, content: 'two' };
    const { envelope } = await target.client.post('create', { params: again, flags: ['overwrite'] });
    expect(envelope.stdout).toBe('Overwrote: Twice.md\n');
    expect(await onDisk('Twice.md')).toBe('two');
  });

  test('a DELETE command by POST', async () => {
    await target.client.post('create', { params: { path: 'Gone.md', content: 'x' } });
    const { status } = await target.client.post('delete', {
      params: { path: 'Gone.md' },
      flags: ['permanent'],
    });
    expect(status).toBe(200);
    await expect(access(join(target.vault, 'Gone.md'))).rejects.toThrow();
  });

  test('an unknown vault: nothing is written anywhere', async () => {
    const { status, envelope } = await target.client.post('create', {
      vault: 'Other',
      params: { path: 'Lost.md', content: 'x' },
    });
    expect([status, envelope.code]).toEqual([422, 'vault_not_found']);
    await expect(access(join(target.vault, 'Lost.md'))).rejects.toThrow();
  });

  test('a command that neither the CLI nor a plugin offers: 422 with the output of the CLI', async () => {
    for (const command of ['remove', 'uninstall']) {
      const { status, envelope } = await target.client.delete(command);
      expect([status, envelope.code]).toEqual([422, 'command_unavailable']);
      expect(envelope.stderr).toContain(`Command "${command}" not found`);
    }
  });
});
