/** Texts that the build puts here: the skill for agents, and the relay. */
declare const AGENT_SKILL: string;
declare const RELAY: string;

/** What teaches an agent to use the vault well: the text of a SKILL.md. */
export const agentSkill = AGENT_SKILL;

/** The program between a client that speaks over standard input and output and the bridge, for Node. It holds no secret. */
export const relay = RELAY;
