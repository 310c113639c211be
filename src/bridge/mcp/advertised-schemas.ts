import { EXECUTE_INPUT, EXECUTE_OUTPUT, jsonSchemaOf, SEARCH_INPUT, SEARCH_OUTPUT } from './schemas';

/** The JSON Schemas of both tools. A build puts the finished schemas here, and leaves out what makes them. */
export const ADVERTISED = {
  searchInput: jsonSchemaOf(SEARCH_INPUT),
  searchOutput: jsonSchemaOf(SEARCH_OUTPUT),
  executeInput: jsonSchemaOf(EXECUTE_INPUT),
  executeOutput: jsonSchemaOf(EXECUTE_OUTPUT),
};
