export function packDesktopExtension(): Promise<Buffer>;
export function withDesktopExtension(): Promise<{ DESKTOP_EXTENSION: string }>;
