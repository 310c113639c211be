export function embeddedFiles(): Promise<{
  PAGE: string;
  PAGE_POLICY: string;
  AGENT_SKILL: string;
  RELAY: string;
}>;
