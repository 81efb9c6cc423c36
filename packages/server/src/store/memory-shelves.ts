import type { Link } from "../recency.js";
import { Recency } from "../recency.js";
import type { MemoryRow } from "./memory-row.js";
import { wakeAll } from "./memory-row.js";
import type { Stated } from "./stated.js";
import type { TaskKey } from "./store.js";

/** How much the memory store keeps, all set. */
export interface Limits {
  readonly maxFinishedTasks: number;
  readonly maxFinishedBytes: number;
  readonly maxFinishedAgeMs: number;
  readonly maxWaitingAgeMs: number;
}

/** The tasks of one caller: by id, and in the order of their newest status. */
interface Shelf {
  readonly rows: Map<string, Placed>;
  readonly recency: Recency<MemoryRow>;
}

/** A row and where it stands. */
interface Placed {
  readonly row: MemoryRow;
  readonly onShelf: Link<MemoryRow>;
  /** Where it waits to be forgotten; a task that is worked on does not. */
  leaving: { readonly list: Recency<Placed>; readonly link: Link<Placed> } | undefined;
}

/** Every row by its caller and id. What is over the limits is forgotten, whenever something is added. */
export class MemoryShelves {
  readonly #limits: Limits;
  readonly #shelves = new Map<string, Shelf>();
  readonly #finished = new Recency<Placed>();
  readonly #waiting = new Recency<Placed>();
  #finishedCount = 0;
  #finishedBytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  find(key: TaskKey): MemoryRow | undefined {
    return this.#shelves.get(shelfName(key))?.rows.get(key.id)?.row;
  }

  /** The rows of a caller, those with the newest status first. */
  of(tenant: string, owner: string): Iterable<MemoryRow> {
    return this.#shelves.get(shelfName({ tenant, owner }))?.recency ?? [];
  }

  add(row: MemoryRow): void {
    const { key } = row.of;
    const name = shelfName(key);
    let shelf = this.#shelves.get(name);
    if (!shelf) {
      shelf = { rows: new Map(), recency: new Recency() };
      this.#shelves.set(name, shelf);
    }
    shelf.rows.set(key.id, { row, onShelf: shelf.recency.add(row), leaving: undefined });
    this.#forgetOldest(row.statusAt);
  }

  /** Gives a row its new status, and what that makes of the task. */
  note(row: MemoryRow, { status, phase }: Stated, at: number): void {
    row.status = status;
    row.statusAt = at;
    const shelf = this.#shelves.get(shelfName(row.of.key));
    const placed = shelf?.rows.get(row.of.key.id);
    if (!shelf || !placed) return;
    shelf.recency.renew(placed.onShelf);
    this.#stay(placed);
    if (phase === "over") this.#leave(placed, this.#finished);
    else if (phase === "waits") this.#leave(placed, this.#waiting);
    this.#forgetOldest(at);
  }

  #leave(placed: Placed, list: Recency<Placed>): void {
    placed.leaving = { list, link: list.add(placed) };
    if (list !== this.#finished) return;
    this.#finishedCount += 1;
    this.#finishedBytes += placed.row.size;
  }

  #stay(placed: Placed): void {
    if (!placed.leaving) return;
    const { list, link } = placed.leaving;
    list.remove(link);
    placed.leaving = undefined;
    if (list !== this.#finished) return;
    this.#finishedCount -= 1;
    this.#finishedBytes -= placed.row.size;
  }

  #forgetOldest(time: number): void {
    const { maxFinishedTasks, maxFinishedBytes, maxFinishedAgeMs, maxWaitingAgeMs } = this.#limits;
    for (let oldest = this.#finished.oldest; oldest; oldest = this.#finished.oldest) {
      // The last one stays, however large it is: whoever waited for it is about to read it.
      const isOver = this.#finishedCount > maxFinishedTasks || (this.#finishedBytes > maxFinishedBytes && this.#finishedCount > 1);
      if (!isOver && time - oldest.value.row.statusAt <= maxFinishedAgeMs) break;
      this.#forget(oldest.value);
    }
    for (let oldest = this.#waiting.oldest; oldest; oldest = this.#waiting.oldest) {
      if (time - oldest.value.row.statusAt <= maxWaitingAgeMs) break;
      this.#forget(oldest.value);
    }
  }

  #forget(placed: Placed): void {
    this.#stay(placed);
    const { row, onShelf } = placed;
    const name = shelfName(row.of.key);
    const shelf = this.#shelves.get(name);
    shelf?.recency.remove(onShelf);
    shelf?.rows.delete(row.of.key.id);
    if (shelf?.rows.size === 0) this.#shelves.delete(name);
    row.isGone = true;
    wakeAll(row);
  }
}

// The length tells where the tenant ends, so that no choice of tenant and owner can spell another shelf.
function shelfName({ tenant, owner }: Pick<TaskKey, "tenant" | "owner">): string {
  return `${tenant.length}:${tenant}${owner}`;
}
