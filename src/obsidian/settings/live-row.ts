import type { BridgeController } from '../bridge-controller';

/** Draws part of a row now and after every change of the bridge. @returns the row's cleanup */
export function drawLive(bridge: BridgeController, draw: () => void): () => void {
  draw();
  return bridge.onChange(draw);
}
