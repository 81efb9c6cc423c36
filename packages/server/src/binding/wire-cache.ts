import type { StreamResponse } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import type { StreamItem } from "../operation/call.js";

/** Text or bytes. */
export interface Piece {
  readonly length: number;
}

/** Makes what an event is on the wire: most often one piece. */
export type MakeWire<T extends Piece> = (dialect: Dialect, item: StreamItem) => readonly T[];

/** Remembers what is made of the latest events, for each version. It is for streams whose events others read as well. */
export function shareWire<T extends Piece>(make: MakeWire<T>): MakeWire<T> {
  // One for events that end a stream, and one for those that do not: older versions say so in the event.
  const known = new WeakMap<Dialect, readonly [WireCache<T>, WireCache<T>]>();
  return (dialect, item) => {
    let caches = known.get(dialect);
    if (!caches) {
      caches = [new WireCache(), new WireCache()];
      known.set(dialect, caches);
    }
    return caches[item.place.isLast ? 1 : 0].of(item.event, () => make(dialect, item));
  };
}

interface Made<T extends Piece> {
  readonly event: StreamResponse;
  readonly pieces: readonly T[];
  readonly length: number;
}

// Readers that keep up with a task read the same events within moments: what is older is made anew for whoever comes late.
const maxEvents = 256;
const maxLength = 4_194_304;

/** The wire form of the latest events, so that it is made once for all who read them; bounded in number and size. */
export class WireCache<T extends Piece> {
  readonly #made = new Map<StreamResponse, Made<T>>();
  /** Events in the order in which they came; the oldest is at `#next` once it is full. */
  readonly #ring: (Made<T> | undefined)[] = new Array<Made<T> | undefined>(maxEvents);
  #next = 0;
  #length = 0;

  /** The wire form of an event, made where it is not known. */
  of(event: StreamResponse, make: () => readonly T[]): readonly T[] {
    const known = this.#made.get(event);
    if (known) return known.pieces;
    const pieces = make();
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (length <= maxLength / 4) this.#keep({ event, pieces, length });
    return pieces;
  }

  #keep(made: Made<T>): void {
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
