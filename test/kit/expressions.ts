import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
/** Code that never meets foreign text in a running bridge. */
const EXCEPTED = ['src/standin/'];

/** One regular expression in the code. */
export interface Expression {
  /** File and line. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
  /** Whether a comment right above says what bounds the text. */
  readonly isBounded: boolean;
}

/** The expressions of the plugin, the hosts and the page, and the places that build one from a text. */
export function expressionsInCode(): { readonly literals: Expression[]; readonly built: string[] } {
  const literals: Expression[] = [];
  const built: string[] = [];
  for (const path of codeFiles()) {
    const file = ts.createSourceFile(
      path,
      readFileSync(join(ROOT, path), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line;
      const place = `${path}:${line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        literals.push({
          place,
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
          isBounded: isBounded(node, file),
        });
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp')
        built.push(place);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { literals, built };
}

function codeFiles(): string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.split(sep).join('/')}`)
    .filter((path) => /\.[cm]?[jt]s$/.test(path) && !EXCEPTED.some((excepted) => path.startsWith(excepted)));
}

/** Whether the comment above the statement, or above the line, begins with `Bounded:`. */
function isBounded(literal: ts.Node, file: ts.SourceFile): boolean {
  let statement = literal;
  while (!ts.isStatement(statement) && !ts.isSourceFile(statement)) statement = statement.parent;
  const comments = ts.getLeadingCommentRanges(file.text, statement.getFullStart()) ?? [];
  const last = comments.at(-1);
  return last !== undefined && file.text.slice(last.pos, last.end).includes('Bounded:');
}
