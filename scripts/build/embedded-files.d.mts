export function withEmbeddedFiles(): Promise<{
  DESKTOP_EXTENSION: string;
  PAGE: string;
  AGENT_SKILL: string;
}>;
