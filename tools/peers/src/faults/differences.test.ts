// What is declared of the servers is so, and of no other one.

import { message } from "@a2a/core";
import { expect, onTestFinished, test } from "vitest";
import { connectOn } from "./deeds.js";
import { differences, differs } from "./differences.js";
import { openFaultyFetch } from "./faulty-fetch.js";
import { exact, judgeStream } from "./judge.js";
import type { Order } from "./script.js";
import { write } from "./script.js";
import type { Opened, Subject } from "./subjects.js";
import { ourSubjects, sdkSubjects } from "./subjects.js";

const subjects = [...ourSubjects, ...sdkSubjects];
const order: Order = { token: "only", turn: "whole", pause: 1 };

async function open(subject: Subject): Promise<Opened> {
  const served = await subject.openNear();
  onTestFinished(served.close);
  return served;
}

test("every difference is of servers that there are", () => {
  const names = subjects.map(({ name }) => name);
  for (const { subjects: whose, why } of Object.values(differences))
    expect({ why, of: whose.filter((each) => !names.includes(each)) }).toEqual({ why, of: [] });
});

for (const subject of subjects) {
  const actsTwice = differs(subject, "acts twice") || differs(subject, "knows no messages");
  test(`${subject.name} ${actsTwice ? "acts twice on" : "knows"} a message that comes again`, async () => {
    const served = await open(subject);
    const client = await connectOn(served, subject);
    const said = message(write(order));
    for (const _ of ["once", "again"]) for await (const event of client.stream(said)) void event;
    expect(served.script.runsOf(order)).toBe(actsTwice ? 2 : 1);
  });

  const isShownTwice = differs(subject, "does not number");
  test(`an event that comes twice from ${subject.name} is shown ${isShownTwice ? "twice, and put right at the end" : "once"}`, async () => {
    const served = await open(subject);
    for (const isMendedAtEnd of isShownTwice ? [false, true] : [false]) {
      const lane = openFaultyFetch(served.url, served.fetch, [
        { nth: 1, of: "SendStreamingMessage", fault: { kind: "repeat-frame", at: 3 } },
      ]);
      const client = await connectOn(lane, subject);
      const verdict = await judgeStream(client.stream(write(order)), { turns: ["whole"], isMendedAtEnd });
      expect(verdict).toMatch(isShownTwice && !isMendedAtEnd ? /^wrong: .* is shown after/ : exact);
    }
  });
}
