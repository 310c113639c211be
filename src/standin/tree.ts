/** A line of a tree, and what is below it. */
export interface Branch {
  readonly text: string;
  readonly below: readonly Branch[];
}

/** Draws a tree, with a branch before every line of its top level, too. */
export function drawTree(branches: readonly Branch[], indent = ''): string {
  return branches
    .map(({ text, below }, index) => {
      const last = index === branches.length - 1;
      const rest = below.length > 0 ? `\n${drawTree(below, `${indent}${last ? '    ' : '│   '}`)}` : '';
      return `${indent}${last ? '└── ' : '├── '}${text}${rest}`;
    })
    .join('\n');
}
