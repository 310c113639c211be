/** Whether an address is reachable from this machine only. */
export function isLoopback(address: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(address) || address === '::1' || address.toLowerCase() === 'localhost';
}
