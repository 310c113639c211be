import type { Host } from '../host';

/** Draws a part of a row now and after every change of the bridge. @returns stops that: the row's cleanup */
export function drawLive(host: Host, draw: () => void): () => void {
  draw();
  return host.onChange(draw);
}
