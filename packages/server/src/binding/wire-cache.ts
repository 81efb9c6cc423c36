import type { StreamResponse } from "@a2a/core";

interface Made {
  readonly event: StreamResponse;
  readonly jsons: readonly string[];
  readonly length: number;
}

// Readers that keep up with a task read the same events within moments: what is older is made anew for whoever comes late.
const maxEvents = 256;
const maxLength = 4_194_304;

/** The JSON of the latest events, so that it is made once for all who read them; bounded in number and size. */
export class WireCache {
  readonly #made = new Map<StreamResponse, Made>();
  /** Events in the order in which they came; the oldest is at `#next` once it is full. */
  readonly #ring: (Made | undefined)[] = new Array<Made | undefined>(maxEvents);
  #next = 0;
  #length = 0;

  /** The JSON of an event, made where it is not known. */
  of(event: StreamResponse, make: () => readonly string[]): readonly string[] {
    const known = this.#made.get(event);
    if (known) return known.jsons;
    const jsons = make();
    const length = jsons.reduce((sum, json) => sum + json.length, 0);
    if (length <= maxLength / 4) this.#keep({ event, jsons, length });
    return jsons;
  }

  #keep(made: Made): void {
    this.#drop(this.#next);
    this.#ring[this.#next] = made;
    this.#made.set(made.event, made);
    this.#length += made.length;
    this.#next = (this.#next + 1) % maxEvents;
    for (let oldest = this.#next; this.#length > maxLength; oldest = (oldest + 1) % maxEvents) this.#drop(oldest);
  }

  #drop(at: number): void {
    const made = this.#ring[at];
    if (!made) return;
    this.#ring[at] = undefined;
    this.#made.delete(made.event);
    this.#length -= made.length;
  }
}
