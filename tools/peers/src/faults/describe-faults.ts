import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cutEverywhere } from "./cuts.js";
import type { Deed } from "./deeds.js";
import { perform } from "./deeds.js";
import type { Ending, Planned, RequestKind } from "./fault.js";
import { planName } from "./fault.js";
import type { FaultyProxy } from "./faulty-proxy.js";
import { openProxy } from "./faulty-proxy.js";
import type { Verdict } from "./judge.js";
import { judge } from "./judge.js";
import { planOf } from "./random-plan.js";
import type { Severity } from "./single-faults.js";
import { faultsOf, isHostile } from "./single-faults.js";
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
      test(`${deed}: ${name}`, async () => {
        const { verdict } = await attempt(deed, `${deed}: ${name}`, [{ nth: 1, of, fault }], 3);
        expect(verdict).toMatch(allowed(mayFail(subject, deed, severity)));
      });
    }
  }

  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const deed = randomDeeds[seed % randomDeeds.length] ?? "stream";
    const { plan, pause } = planOf(seed);
    test(`${deed} with seed ${seed}: ${planName(plan)}`, async () => {
      const { verdict, wasHostile } = await attempt(deed, `seed ${seed}`, plan, pause);
      expect(verdict).toMatch(allowed(mayFail(subject, deed, wasHostile ? "hostile" : "lost")));
    });
  }

  async function attempt(deed: Deed, token: string, plan: readonly Planned[], pause: number): Promise<Attempted> {
    const lane = proxy.lane(plan);
    const order = { token, turn: "whole", pause } as const;
    // What comes twice is only told from what comes once where events have numbers.
    const isMendedAtEnd = !subject.isOurs;
    const verdict = await judge(perform(deed, { subject, served, lane, order, isMendedAtEnd }), lane);
    const runs = served.script.runsOf(order);
    const wasHostile = lane.exchanges.some(({ fault, kind }) => fault && isHostile(fault, kind));
    return { verdict: subject.isOurs && runs > 1 ? `wrong: the agent ran ${runs} times, ${verdict}` : verdict, wasHostile };
  }
}

interface Attempted {
  readonly verdict: Verdict;
  /** Whether one of the faults that were met was hostile. */
  readonly wasHostile: boolean;
}

function mayFail({ isOurs }: Subject, deed: Deed, severity: Severity): boolean {
  switch (severity) {
    case "harmless":
      return false;
    case "hostile":
      return true;
    case "unheard":
    case "lost":
      // Asking again may have it done twice, where the agent does not know the message.
      return !isOurs && (deed === "send" || deed === "stream" || deed === "run");
  }
}

function allowed(mayFail: boolean): RegExp {
  return mayFail ? /^(exact$|error )/ : /^exact$/;
}
