import { replacing } from './replacing.mjs';
import { servedMethodsOnly } from './served-methods.mjs';
import { shakeable } from './shakeable.mjs';
import { withoutFunctions } from './unreached.mjs';

/** Asks clients something and takes their answers: this server only answers. */
const ASKING = {
  protocol: `request _requestWithSchema _requestWithSchemaViaCodec codecResultValidator decodeResult
    getWireResultSchemas samplingResultVariant inputSchemaMaps`,
  server: `createMessage elicitInput _sendElicitationLeg createElicitationCompletionNotifier listRoots
    fulfill _dispatchLeg coerceEmbeddedInputRequest`,
};

/** Serves tools, resources and prompts registered with the SDK: this server handles tools/list and tools/call itself. */
const REGISTERING = `setToolRequestHandlers setCompletionRequestHandler setResourceRequestHandlers
  setPromptRequestHandlers handlePromptCompletion handleResourceCompletion registerResource registerTool
  registerPrompt _createRegisteredResource _createRegisteredResourceTemplate _createRegisteredPrompt
  _createRegisteredTool createToolError validateToolInput validateToolOutput executeToolHandler`;

/** Serves other HTTP methods than POST, and the 2025 era with event streams: none of these gets to the SDK. */
const STREAMING = 'handleGetRequest handleDeleteRequest replayEvents createLegacyStatelessFallback';

/** Collects all schemas of the specification for programs that use them themselves. */
const COLLECTING = 'register';

const SERVER = '/@modelcontextprotocol/server/dist/';

/**
 * Leaves out of the MCP SDK what this server never comes to. Its files are few and large, and compute their constants when
 * they are loaded, so that without this almost all of them would be in the build. No answer changes: test/built-mcp.test.ts
 * compares those of the build with those of the sources.
 */
export const trimmedSdk = [
  replacing('sdk-protocol', new RegExp(`${SERVER}src-[^/]+\\.mjs$`), (text) =>
    shakeable(servedMethodsOnly(withoutFunctions(text, `${ASKING.protocol} ${COLLECTING}`))),
  ),
  replacing('sdk-server', new RegExp(`${SERVER}mcp-[^/]+\\.mjs$`), (text) =>
    shakeable(withoutFunctions(text, `${ASKING.server} ${REGISTERING}`)),
  ),
  replacing('sdk-transport', new RegExp(`${SERVER}index\\.mjs$`), (text) =>
    shakeable(withoutFunctions(text, STREAMING)),
  ),
  replacing('sdk-core', /\/@modelcontextprotocol\/core\/dist\/[^/]+\.mjs$/, shakeable),
  // Checks what clients answer.
  replacing('no-answer-checking', new RegExp(`${SERVER}cfWorkerProvider-[^/]+\\.mjs$`), () => {
    return 'export class CfWorkerJsonSchemaValidator {}\nexport { CfWorkerJsonSchemaValidator as t };';
  }),
];
