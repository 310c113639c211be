/** A text whose every byte counts. */
export function exactText(number: number, length: number): string {
  return `\ufeff${number} Příliš 🌱\r\n\0\u2028\n${'x'.repeat(length)}`;
}
