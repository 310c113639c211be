import type { Address } from './server';

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
