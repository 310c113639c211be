/** Where a server listens. */
export interface Address {
  readonly address: string;
  readonly port: number;
}

const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);

/** Whether the address means all addresses of this computer. */
export function isAnyAddress(address: string): boolean {
  return ANY.has(address);
}

/** The URL at which this computer reaches a server that listens there. */
export function urlOf({ address, port }: Address): string {
  const host = ANY.get(address) ?? (address.includes(':') ? `[${address}]` : address);
  return `http://${host}:${port}`;
}

/** Whether an address is reachable from this machine only. */
export function isLoopback(address: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(address) || address === '::1' || address.toLowerCase() === 'localhost';
}
