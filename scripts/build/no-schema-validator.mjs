/** Replaces the MCP SDK's JSON Schema validator in the bundle. The SDK validates filled-in forms with it, and the bridge's forms are empty. */
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('No JSON Schema is validated here.');
  }
}

/** Imported only by the SDK's server for standard input and output, which is not in the bundle. */
export const process = undefined;
