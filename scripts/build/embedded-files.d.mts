export function withEmbeddedFiles(): Promise<{ DESKTOP_EXTENSION: string; AGENT_SKILL: string }>;
