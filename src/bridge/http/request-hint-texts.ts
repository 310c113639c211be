import type { FailureCode } from '../errors';
import { SETTINGS_PLACE } from '../commands/policy/refusing-setting';
import { SETTING_LABELS } from '../settings';
import type { SettingKey } from '../settings';

function askFor(key: SettingKey): string {
  return `Ask the user to turn on "${SETTING_LABELS[key]}" in ${SETTINGS_PLACE}.`;
}

/** What the caller should do about a request that does not get as far as a command. */
export const REQUEST_HINTS: Readonly<Partial<Record<FailureCode, string>>> = {
  bad_request: 'Send plain HTTP/1.1, with the address percent-encoded: "ü" as %C3%BC, a space as %20.',
  malformed_body:
    'Send a JSON object such as {"vault": "Name", "params": {"path": "Note.md"}, "flags": ["total"]} with the header "Content-Type: application/json".',
  unauthorized: `Send the header "Authorization: Bearer <key>". The key is in ${SETTINGS_PLACE} → Security; the standalone host prints it.`,
  host_not_allowed: `Call 127.0.0.1 or localhost, or ask the user to add the name to "${SETTING_LABELS.allowedHosts}" in ${SETTINGS_PLACE}.`,
  origin_not_allowed: `Ask the user to turn on "${SETTING_LABELS.corsEnabled}" in ${SETTINGS_PLACE}, and to add the page to "${SETTING_LABELS.corsOrigins}".`,
  not_found:
    'Commands are at /api/v1/cli/{command}, with a slash for each colon; GET /api/v1/commands lists them, and POST /mcp is the MCP endpoint.',
  rest_disabled: askFor('restEnabled'),
  mcp_disabled: askFor('mcpEnabled'),
  method_not_allowed: 'Use a method that the header Allow names; POST runs every command.',
  unsupported_media_type: 'Send the message as JSON with the header "Content-Type: application/json".',
};
