import fc from "fast-check";
import { expect, test } from "vitest";
import { Mailbox } from "./mailbox.js";

test("a step begins at once where nothing is being done", () => {
  const done: string[] = [];
  void new Mailbox().apply(async () => void done.push("begun"));
  expect(done).toEqual(["begun"]);
});

test("steps are done one after another, in the order in which they came, also after one that fails", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { maxLength: 8 }), async (scheduler, fails) => {
      const mailbox = new Mailbox();
      const seen: string[] = [];
      const outcomes = fails.map((isFailing, at) =>
        mailbox.apply(async () => {
          seen.push(`begin ${at}`);
          await scheduler.schedule(Promise.resolve());
          seen.push(`end ${at}`);
          if (isFailing) throw new Error(`step ${at}`);
          return at;
        }),
      );
      const settling = Promise.allSettled(outcomes);
      await scheduler.waitFor(settling);
      expect(seen).toEqual(fails.flatMap((_, at) => [`begin ${at}`, `end ${at}`]));
      const reasons = (await settling).map((each) => (each.status === "fulfilled" ? each.value : String(each.reason)));
      expect(reasons).toEqual(fails.map((isFailing, at) => (isFailing ? `Error: step ${at}` : at)));
    }),
  );
});

test("what a step has at once is there at once, and what it throws is thrown", () => {
  const mailbox = new Mailbox();
  expect(mailbox.apply(() => "at once")).toBe("at once");
  expect(() =>
    mailbox.apply(() => {
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(mailbox.apply(() => "and on")).toBe("and on");
});

test("a step that comes while another is done waits, however many do", async () => {
  const mailbox = new Mailbox();
  const seen: string[] = [];
  const waiting: unknown[] = [];
  const first = mailbox.apply(() => {
    for (let at = 0; at < 20_000; at += 1) waiting.push(mailbox.apply(() => seen.push(`step ${at}`)));
    seen.push("first");
  });
  await Promise.all([first, ...waiting]);
  expect([seen[0], seen[1], seen.at(-1), seen.length]).toEqual(["first", "step 0", "step 19999", 20_001]);
});
