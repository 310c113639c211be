import type { CallToolResult } from '@modelcontextprotocol/server';

/**
 * The result of a tool: the text is exactly the serialised structured content, because some clients show the model only
 * the one and some only the other.
 */
export function toolResult(structuredContent: Record<string, unknown>, isError: boolean): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
    ...(isError && { isError }),
  };
}
