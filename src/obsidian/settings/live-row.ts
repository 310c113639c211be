import type { BridgeController } from '../bridge-controller';
import { isGone } from '../is-gone';

/**
 * Draws part of a row now and after every change of the bridge, until the window that `element` is in has been closed: the
 * settings have one of their own, and the app need not tear the rows down with it.
 * @returns the row's cleanup
 */
export function drawLive(bridge: BridgeController, element: HTMLElement, draw: () => void): () => void {
  draw();
  const stop = bridge.onChange(() => {
    if (isGone(element)) stop();
    else draw();
  });
  return stop;
}

const REDRAW_MS = 30_000;

/** Does the same, and draws again from time to time: for how long ago something was. @returns the row's cleanup */
export function drawOverTime(bridge: BridgeController, element: HTMLElement, draw: () => void): () => void {
  const stop = drawLive(bridge, element, draw);
  const timer = window.setInterval(() => {
    if (isGone(element)) end();
    else draw();
  }, REDRAW_MS);
  const end = (): void => {
    stop();
    window.clearInterval(timer);
  };
  return end;
}
