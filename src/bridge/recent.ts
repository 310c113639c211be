/** The last of many, in the order in which they came. */
export class Recent<Item> {
  private items: { readonly order: number; readonly item: Item }[] = [];

  constructor(private readonly capacity: number) {}

  /** @param order larger than that of the one before */
  add(order: number, item: Item): void {
    this.items.push({ order, item });
    // Trimmed in steps: shifting a full list on every call would be slower.
    if (this.items.length >= this.capacity * 2) this.items = this.items.slice(-this.capacity);
  }

  /** The last ones, oldest first. */
  list(): readonly { readonly order: number; readonly item: Item }[] {
    return this.items.slice(-this.capacity);
  }

  clear(): void {
    this.items = [];
  }
}
