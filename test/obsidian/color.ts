import type { HSL, RGB } from '../../node_modules/obsidian/obsidian';

export function rgbOfHex(hex: string): RGB {
  const [r, g, b] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
}

export function hexOfRgb({ r, g, b }: RGB): string {
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Hue in degrees, saturation and lightness in percent. */
export function hslOfRgb(rgb: RGB): HSL {
  const [r, g, b] = [rgb.r / 255, rgb.g / 255, rgb.b / 255];
  const max = Math.max(r, g, b);
  const chroma = max - Math.min(r, g, b);
  const light = max - chroma / 2;
  let hue = 0;
  if (chroma > 0 && max === r) hue = ((g - b) / chroma + 6) % 6;
  else if (chroma > 0 && max === g) hue = (b - r) / chroma + 2;
  else if (chroma > 0) hue = (r - g) / chroma + 4;
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(2 * light - 1));
  return { h: hue * 60, s: saturation * 100, l: light * 100 };
}

export function rgbOfHsl({ h, s, l }: HSL): RGB {
  const light = l / 100;
  const reach = (s / 100) * Math.min(light, 1 - light);
  const part = (offset: number): number => {
    const k = (offset + h / 30) % 12;
    return 255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return { r: part(0), g: part(8), b: part(4) };
}
