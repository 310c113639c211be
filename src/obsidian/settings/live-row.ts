import type { BridgeController } from '../bridge-controller';

/** Draws part of a row now and after every change of the bridge. @returns the row's cleanup */
export function drawLive(bridge: BridgeController, draw: () => void): () => void {
  draw();
  return bridge.onChange(draw);
}

const REDRAW_MS = 30_000;

/** Does the same, and draws again from time to time: for how long ago something was. @returns the row's cleanup */
export function drawOverTime(bridge: BridgeController, draw: () => void): () => void {
  const stop = drawLive(bridge, draw);
  const timer = window.setInterval(draw, REDRAW_MS);
  return () => {
    stop();
    window.clearInterval(timer);
  };
}
