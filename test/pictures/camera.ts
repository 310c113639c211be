import type { Locator, Page } from 'playwright-core';
import type { Frame } from './moving-png';
import type { Watcher } from './scenes';

/** The pointer's places are multiples of this, so that each is a whole number of pixels of the picture, too. */
const GRID = 4;
/** Its width and height. */
const POINTER = 24;
const STEPS = 10;
const STEP_MS = 60;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Films a page, with a pointer for the mouse of the person. */
export class Camera implements Watcher {
  readonly frames: Frame[] = [];
  private pointer: Place = { x: 640, y: 420 };

  /** @param onAsked takes a still picture of the dialog */
  constructor(
    private readonly page: Page,
    private readonly scale: number,
    private readonly onAsked: (dialog: Locator) => Promise<void>,
  ) {}

  async show(ms: number): Promise<void> {
    await this.drawPointer();
    this.frames.push({ png: await this.page.screenshot(), ms, x: 0, y: 0 });
  }

  async asked(dialog: Locator): Promise<void> {
    await this.page.evaluate(() => document.querySelector('.desk-pointer')?.remove());
    await this.onAsked(dialog);
    await this.drawPointer();
  }

  async click(button: Locator): Promise<void> {
    const box = await button.boundingBox();
    if (!box) throw new Error('The button is not shown.');
    const from = this.pointer;
    const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    for (let step = 1; step <= STEPS; step += 1) {
      const part = (1 - Math.cos((Math.PI * step) / STEPS)) / 2;
      await this.movePointer({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    }
    await this.page.mouse.move(to.x, to.y);
    await this.show(500);
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  /** Only the part of the window that changes. */
  private async movePointer(to: Place): Promise<void> {
    const from = this.pointer;
    this.pointer = { x: onGrid(to.x), y: onGrid(to.y) };
    await this.drawPointer();
    const [x, y] = [Math.min(from.x, this.pointer.x), Math.min(from.y, this.pointer.y)];
    const clip = {
      ...{ x, y },
      width: Math.abs(from.x - this.pointer.x) + POINTER,
      height: Math.abs(from.y - this.pointer.y) + POINTER,
    };
    const png = await this.page.screenshot({ clip });
    this.frames.push({ png, ms: STEP_MS, x: x * this.scale, y: y * this.scale });
  }

  private drawPointer(): Promise<void> {
    return this.page.evaluate(({ x, y }) => {
      const old = document.querySelector<HTMLElement>('.desk-pointer');
      const pointer = old ?? document.documentElement.createDiv({ cls: 'desk-pointer' });
      pointer.style.transform = `translate(${x}px, ${y}px)`;
    }, this.pointer);
  }
}

function onGrid(value: number): number {
  return Math.round(value / GRID) * GRID;
}
