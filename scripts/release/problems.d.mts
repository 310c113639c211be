export function releaseProblems(folder: string, tag?: string): Promise<string[]>;
