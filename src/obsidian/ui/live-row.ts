import type { BridgeController } from '../bridge-controller';

/**
 * Draws part of a row now and after every change of the bridge, until the window of `element` is closed: the settings can have
 * a window of their own, and the app may not tear down its rows.
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

/** Does the same, and draws again from time to time, for a row that says how long ago something was. @returns the row's cleanup */
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

/** Whether the window with the element has been closed. Its document keeps its elements, but isn't shown anywhere. */
export function isWindowClosed(element: HTMLElement): boolean {
  return element.ownerDocument.defaultView === null;
}
