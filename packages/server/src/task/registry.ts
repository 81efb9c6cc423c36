/**
 * A map of what comes and goes. V8 makes a new table for every few entries that a small Map has had, and the tables that it has left hold each other,
 * and what was in them, until the next full garbage collection: with each message's task in them that costs a tenth of the message
 * (`npm run bench -- --only send-1.0`). Here they hold empty slots.
 */
export class Registry<T> {
  readonly #slots = new Map<string, { value: T | undefined; readonly owner: string }>();
  /** How many are whose, but for those of nobody. */
  readonly #sizes = new Map<string, number>();

  get size(): number {
    return this.#slots.size;
  }

  get(name: string): T | undefined {
    return this.#slots.get(name)?.value;
  }

  /** How many are somebody's. */
  sizeOf(owner: string): number {
    return this.#sizes.get(owner) ?? 0;
  }

  /** @param owner whose it is; empty: nobody's */
  set(name: string, value: T, owner = ""): void {
    this.delete(name);
    this.#slots.set(name, { value, owner });
    if (owner !== "") this.#sizes.set(owner, this.sizeOf(owner) + 1);
  }

  delete(name: string): void {
    const slot = this.#slots.get(name);
    if (!slot) return;
    slot.value = undefined;
    this.#slots.delete(name);
    if (slot.owner === "") return;
    const left = this.sizeOf(slot.owner) - 1;
    if (left > 0) this.#sizes.set(slot.owner, left);
    else this.#sizes.delete(slot.owner);
  }

  values(): T[] {
    return [...this.#slots.values()].flatMap(({ value }) => (value === undefined ? [] : [value]));
  }
}
