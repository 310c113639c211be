export function fillRelease(folder: string): Promise<string[]>;
