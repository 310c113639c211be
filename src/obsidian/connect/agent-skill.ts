import { brotliDecompressSync } from 'node:zlib';

/** The skill for agents, compressed and as base64, put here when the plugin is built. */
declare const AGENT_SKILL: string;

/** What teaches an agent to use the vault well: the text of a SKILL.md. */
export function agentSkill(): string {
  return brotliDecompressSync(Buffer.from(AGENT_SKILL, 'base64')).toString();
}
