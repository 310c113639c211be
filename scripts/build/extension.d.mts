export function bundleRelay(): Promise<string>;
export function zipExtension(): Promise<Buffer>;
