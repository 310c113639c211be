import { brotliDecompressSync } from 'node:zlib';

/** The extension for Claude Desktop and the skill for agents, compressed and as base64, put here when the plugin is built. */
declare const DESKTOP_EXTENSION: string;
declare const AGENT_SKILL: string;

/** The extension for Claude Desktop, as base64. It holds no secret. */
export function desktopExtension(): string {
  return unpack(DESKTOP_EXTENSION).toString('base64');
}

/** What teaches an agent to use the vault well: the text of a SKILL.md. */
export function agentSkill(): string {
  return unpack(AGENT_SKILL).toString();
}

function unpack(packed: string): Buffer {
  return brotliDecompressSync(Buffer.from(packed, 'base64'));
}
