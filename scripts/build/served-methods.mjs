import ts from 'typescript';
import { edited, expect, namesUsedIn, nodesIn, parse, replaced } from './source.mjs';

/** The MCP methods that this server takes; the SDK answers all others before it looks at what they carry. */
const SERVED = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
]);

const METHOD = /^(?:ping|initialize|[a-z]+(?:\/[A-Za-z_]+)+)$/;

/**
 * Leaves out of the SDK the schemas of messages that this server does not take. The SDK has, for each protocol era, tables
 * from a method to its schema, and one function that makes all schemas; which methods an era knows is in tables of its own,
 * which stay as they are. So does every answer: a schema is only looked up for a method with a handler.
 */
export function servedMethodsOnly(text) {
  return withoutUnusedSchemas(withoutUnservedEntries(text));
}

/** Takes from the tables of schemas by method those entries that are not served. */
function withoutUnservedEntries(text) {
  const tables = nodesIn(parse(text)).filter(isTableOfSchemas);
  expect(tables.length, 6, 'tables of schemas by method');
  const edits = tables.map((table) => {
    const kept = table.properties.filter(({ name }) => SERVED.has(name.text));
    return replaced(table, `{ ${textOf(kept, ', ')} }`);
  });
  return edited(text, edits);
}

/** Whether the keys are methods and the values schemas, rather than mere names or facts of methods. */
function isTableOfSchemas(node) {
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.length > 2 &&
    node.properties.every(
      (entry) =>
        ts.isPropertyAssignment(entry) &&
        METHOD.test(entry.name.text ?? '') &&
        (ts.isCallExpression(entry.initializer) || /Schema(\$\d)?$/.test(entry.initializer.getText())),
    )
  );
}

/** Takes from the two functions that make all schemas of an era those that nothing reads; to make a schema does nothing else. */
function withoutUnusedSchemas(text) {
  const source = parse(text);
  const makers = source.statements.filter(
    (statement) => ts.isFunctionDeclaration(statement) && /^build(?:\$1)?$/.test(statement.name.text),
  );
  expect(makers.length, 2, 'functions that make the schemas of an era');
  const read = new Set(
    nodesIn(source)
      .filter(ts.isPropertyAccessExpression)
      .map(({ name }) => name.text),
  );
  return edited(
    text,
    makers.map(({ body }) => replaced(body, usedPartOf(body, read))),
  );
}

/** The function's body without the properties of its result that nobody reads, and without what only those needed. */
function usedPartOf(body, read) {
  const result = body.statements.at(-1).expression;
  expect(result?.kind, ts.SyntaxKind.ObjectLiteralExpression, 'object of schemas');
  const properties = result.properties.filter(({ name }) => read.has(name.text));
  const declarations = new Map(
    body.statements.slice(0, -1).map((statement) => [nameOf(statement), statement]),
  );
  const used = new Set();
  const use = (node) => {
    for (const name of namesUsedIn(node)) {
      const declaration = declarations.get(name);
      if (declaration === undefined || used.has(declaration)) continue;
      used.add(declaration);
      use(declaration);
    }
  };
  properties.forEach(use);
  const kept = [...declarations.values()].filter((declaration) => used.has(declaration));
  return `{ ${textOf(kept, '\n')} return { ${textOf(properties, ', ')} }; }`;
}

function textOf(nodes, separator) {
  return nodes.map((node) => node.getText()).join(separator);
}

/** The one name that a statement declares. */
function nameOf(statement) {
  const [declaration, ...others] = statement.declarationList?.declarations ?? [statement];
  expect(others.length, 0, 'further names in a declaration of a schema');
  return declaration.name.text;
}
