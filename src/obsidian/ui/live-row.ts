import type { BridgeController } from '../bridge-controller';

/**
 * Draws part of a row now and after every change of the bridge, until the window of `element` closes. The settings can have
 * their own window, and the app may not clean up its rows.
 * @returns the row's cleanup
 */
export function drawLive(
  bridge: Pick<BridgeController, 'onChange'>,
  element: HTMLElement,
  draw: () => void,
): () => void {
  draw();
  const stop = bridge.onChange(() => {
    if (isWindowClosed(element)) stop();
    else draw();
  });
  return stop;
}

const REDRAW_MS = 30_000;

/** Does the same, and redraws from time to time, for a row that says how long ago something was. @returns the row's cleanup */
export function drawOverTime(
  bridge: Pick<BridgeController, 'onChange'>,
  element: HTMLElement,
  draw: () => void,
): () => void {
  const stop = drawLive(bridge, element, draw);
  const timer = window.setInterval(() => {
    if (isWindowClosed(element)) end();
    else draw();
  }, REDRAW_MS);
  const end = (): void => {
    stop();
    window.clearInterval(timer);
  };
  return end;
}

/** Whether the element's window has been closed. The document keeps its elements, but isn't shown anywhere. */
export function isWindowClosed(element: HTMLElement): boolean {
  return element.ownerDocument.defaultView === null;
}
