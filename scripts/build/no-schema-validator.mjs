/** Replaces the MCP SDK's JSON Schema validators in the bundle. The SDK checks with them what people fill into forms, and those of the bridge are empty. */
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('No JSON Schema is validated here.');
  }
}

/** The SDK's server for standard input and output, which asks for this, is not in the bundle. */
export const process = undefined;
