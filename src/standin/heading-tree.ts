import type { Heading } from './markdown/headings';

interface Branch {
  readonly heading: Heading;
  readonly below: Branch[];
}

/** Draws headings as a tree, each below the nearest preceding heading of a higher level. */
export function drawTree(headings: readonly Heading[]): string {
  return lines(branches(headings), '').join('\n');
}

function branches(headings: readonly Heading[]): Branch[] {
  const top: Branch[] = [];
  const open: Branch[] = [];
  for (const heading of headings) {
    while ((open.at(-1)?.heading.level ?? 0) >= heading.level) open.pop();
    const branch = { heading, below: [] };
    (open.at(-1)?.below ?? top).push(branch);
    open.push(branch);
  }
  return top;
}

function lines(branches: readonly Branch[], indent: string): string[] {
  return branches.flatMap(({ heading, below }, index) => {
    const last = index === branches.length - 1;
    return [
      `${indent}${last ? '└──' : '├──'} ${heading.heading}`,
      ...lines(below, `${indent}${last ? '    ' : '│   '}`),
    ];
  });
}
