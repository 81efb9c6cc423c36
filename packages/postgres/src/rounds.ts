import type { Instance } from "./instance/instance.js";
import type { PostgresRelay } from "./relay.js";
import type { Wakes } from "./wake/wakes.js";

/** What is done from time to time. */
export interface RoundsOptions {
  readonly instance: Instance;
  readonly wakes: Wakes;
  readonly relay: PostgresRelay;
  readonly heartbeatMs: number;
  readonly pruneEveryMs: number;
  prune(): Promise<unknown>;
  onProblem(problem: unknown): void;
}

/** The rounds of an instance; each can be made ahead of time. */
export interface Rounds {
  begin(): void;
  /** Shows that it lives, and looks for everything that a notice may have been missed of. */
  beat(): void;
  /** Takes up what is asked. */
  take(): void;
  /** Looks for answers. */
  look(): void;
  stop(): void;
}

/** Makes the rounds. They keep no process from ending. */
export function startRounds({ instance, wakes, relay, heartbeatMs, pruneEveryMs, prune, onProblem }: RoundsOptions): Rounds {
  const timers: ReturnType<typeof setInterval>[] = [];
  let isStopped = false;

  /** One at a time: what is asked for while one is made is made by the next. */
  function inTurn(work: () => Promise<unknown>): () => void {
    let isBusy = false;
    let isAsked = false;
    return () => {
      isAsked = true;
      if (isBusy || isStopped) return;
      isBusy = true;
      void (async () => {
        while (isAsked && !isStopped) {
          isAsked = false;
          await work().catch((error: unknown) => !isStopped && onProblem(error));
        }
        isBusy = false;
      })();
    };
  }

  const take = inTurn(() => relay.take());
  const look = inTurn(() => relay.look());
  const find = inTurn(() => wakes.look());
  const sweep = inTurn(prune);
  const show = inTurn(() => instance.beat());
  const beat = (): void => {
    show();
    find();
    take();
    look();
  };

  return {
    begin() {
      for (const [work, everyMs] of [
        [beat, heartbeatMs],
        [sweep, pruneEveryMs],
      ] as const) {
        const timer = setInterval(work, everyMs);
        timer.unref();
        timers.push(timer);
      }
    },
    beat,
    take,
    look,
    stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
}
