import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cutEverywhere } from "./cuts.js";
import type { Deed } from "./deeds.js";
import { perform } from "./deeds.js";
import { differs } from "./differences.js";
import type { Ending, Planned, RequestKind } from "./fault.js";
import { planName } from "./fault.js";
import type { FaultyProxy } from "./faulty-proxy.js";
import { openProxy } from "./faulty-proxy.js";
import { judge } from "./judge.js";
import { planOf } from "./random-plan.js";
import { faultsOf, holdsUp, isHostile } from "./single-faults.js";
import type { Opened, Subject } from "./subjects.js";

/** How thoroughly it is looked: a run of the tests has little time. */
export interface Thoroughness {
  /** Random plans, from the first seed on. */
  readonly seeds: number;
  readonly firstSeed: number;
  /** Every how many bytes a stream is cut: that of a message, and those of two turns. */
  readonly steps: { readonly whole: number; readonly turns: number };
  /** Every cut in every way, not one of them at each place. */
  readonly everyEnding: boolean;
}

const deeds: readonly (readonly [Deed, RequestKind])[] = [
  ["card", "card"],
  ["send", "SendMessage"],
  ["stream", "SendStreamingMessage"],
  ["get", "GetTask"],
  ["subscribe", "SubscribeToTask"],
];

const randomDeeds: readonly Deed[] = ["stream", "subscribe", "run", "wait"];

// Between one cut and the next of those that a client only notices by waiting.
const stallStep = 211;

/** Everything that goes wrong between our client and a server. */
export function describeFaults(subject: Subject, thoroughness: Thoroughness): void {
  describe(`${subject.name}:`, () => {
    describeCuts(subject, thoroughness);
    describe.concurrent("behind a proxy,", () => describeAttempts(subject, thoroughness));
  });
}

function describeCuts(subject: Subject, { steps, everyEnding }: Thoroughness): void {
  let served: Opened;
  beforeAll(async () => {
    served = await subject.openNear();
  });
  afterAll(() => served.close());

  const ways: readonly (readonly Ending[])[] = everyEnding ? [["close"], ["end"], ["stall"]] : [["close", "end"], ["stall"]];
  for (const [turn, what, often] of [
    ["whole", "of a message", steps.whole],
    ["asks", "of a message that is asked back", steps.turns],
    ["rest", "of the answer to what was asked", steps.turns],
  ] as const) {
    for (const endings of ways) {
      const step = endings.includes("stall") && !everyEnding ? stallStep : often;
      const name = `a stream ${what} makes the task, cut (${endings.join(", ")}) at every byte${step > 1 ? ` that ${step} divides` : ""}`;
      test(name, { timeout: 600_000 }, async () => {
        const { places, wrong } = await cutEverywhere({ subject, served, turn, step, endings });
        expect(places).toBeGreaterThan(1000 / step);
        expect({ count: wrong.length, first: wrong.slice(0, 12) }).toEqual({ count: 0, first: [] });
      });
    }
  }
}

function describeAttempts(subject: Subject, { seeds, firstSeed }: Thoroughness): void {
  let served: Opened;
  let proxy: FaultyProxy;
  beforeAll(async () => {
    served = await subject.open();
    proxy = await openProxy(served.url);
  });
  afterAll(async () => {
    await proxy.close();
    await served.close();
  });

  for (const [deed, of] of deeds) {
    for (const { name, fault, severity } of faultsOf(of)) {
      test(`${deed}: ${name}`, { timeout }, async () => {
        const isSafe = severity === "harmless" || !isUnsure(subject, deed);
        await attempt(deed, { token: `${deed}: ${name}`, plan: [{ nth: 1, of, fault }], pause: 3, isSafe });
      });
    }
  }

  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const deed = randomDeeds[seed % randomDeeds.length] ?? "stream";
    const { plan, pause } = planOf(seed);
    test(`${deed} with seed ${seed}: ${planName(plan)}`, { timeout }, () =>
      attempt(deed, { token: `seed ${seed}`, plan, pause, isSafe: !isUnsure(subject, deed) }),
    );
  }

  async function attempt(deed: Deed, { token, plan, pause, isSafe }: Attempt): Promise<void> {
    const lane = proxy.lane(plan);
    const order = { token, turn: "whole", pause } as const;
    const isRepeated = differs(subject, "knows no messages") && plan.some(({ fault }) => fault.kind === "twice");
    const isMendedAtEnd = differs(subject, "does not number") || isRepeated;
    const verdict = await judge(perform(deed, { subject, served, lane, plan, order, isMendedAtEnd }), lane);
    const mayFail = !isSafe || isRepeated || lane.exchanges.some(isHostile);
    expect(verdict).toMatch(lane.exchanges.some(holdsUp) ? /^(exact$|error TIMEOUT)/ : mayFail ? /^(exact$|error (?!TIMEOUT))/ : /^exact$/);
    if (!isRepeated && !differs(subject, "acts twice")) expect(served.script.runsOf(order)).toBeLessThan(2);
  }
}

// Longer than the watchdog, which knows more.
const timeout = 20_000;

interface Attempt {
  readonly token: string;
  readonly plan: readonly Planned[];
  readonly pause: number;
  /** Nothing can have happened that makes it wrong to ask again. */
  readonly isSafe: boolean;
}

/** Whether nobody may know what has become of a request, and asking again would do it twice. */
function isUnsure(subject: Subject, deed: Deed): boolean {
  return differs(subject, "acts twice") && (deed === "send" || deed === "stream" || deed === "run");
}
