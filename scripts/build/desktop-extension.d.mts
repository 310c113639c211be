export function packDesktopExtension(): Promise<Buffer>;
