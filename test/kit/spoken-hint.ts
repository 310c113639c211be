/** A hint of REST as MCP gives it, where the two have different ways to look something up. */
export function overMcp(hint: unknown): unknown {
  if (typeof hint !== 'string') return hint;
  return hint
    .replace(
      /Call GET \/api\/v1\/commands\?details=true to see its/,
      'Call search with command="cli-bridge:edit" to see its',
    )
    .replace(/Run help with command=([\w:-]+)/, 'Call search with command="$1"')
    .replace('GET /api/v1/commands lists all commands', 'search finds commands by what you want to do');
}
