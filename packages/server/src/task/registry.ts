/**
 * A map of what comes and goes. V8 makes a new table for every few entries that a small Map has had, and the tables that it has left hold each other,
 * and what was in them, until the next full garbage collection: with each message's task in them that costs a tenth of the message
 * (`npm run bench -- --only send-1.0`). Here they hold empty slots.
 */
export class Registry<T> {
  readonly #slots = new Map<string, { value: T | undefined }>();

  get size(): number {
    return this.#slots.size;
  }

  get(name: string): T | undefined {
    return this.#slots.get(name)?.value;
  }

  set(name: string, value: T): void {
    this.delete(name);
    this.#slots.set(name, { value });
  }

  delete(name: string): void {
    const slot = this.#slots.get(name);
    if (!slot) return;
    slot.value = undefined;
    this.#slots.delete(name);
  }

  values(): T[] {
    return [...this.#slots.values()].flatMap(({ value }) => (value === undefined ? [] : [value]));
  }
}
