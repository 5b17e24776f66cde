import { expect, it } from "vitest";
import { lockOn, locksIn, lockWords } from "../../../src/campaign/model/derived/locks.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import { money } from "../../../src/lib/money.ts";
import { boughtEvents, campaign, type Line, lineIdOf, update } from "../bought-campaign.ts";

const line: Line = {};
const lineId = lineIdOf(line);

function asked(requested: ChangeRequest, reason: string): CampaignEvent[] {
  return update(line, {}, { id: `change/${requested.verb}`, readBack: true }).map((event) =>
    event.type !== "step-proposed" || event.step.change === undefined
      ? event
      : { ...event, step: { ...event.step, change: { ...event.step.change, requested, reason } } },
  );
}

const wordsAfter = (...events: readonly CampaignEvent[]) => {
  const lock = lockOn(lineId, campaign([...boughtEvents([line]), ...events]));
  return lock && lockWords(lock);
};

const raise = asked({ verb: "increase", to: money(1_400_00, "EUR") }, "test");

it("says that a person set a line once the change is made, and before that what was asked for", () => {
  expect(wordsAfter(...raise)).toBe("kim set it on 2027-01-20 (increase to EUR 1,400.00): test");
  const toSign: CampaignEvent = {
    type: "verdict-given",
    stepId: "change/increase",
    digest: "",
    verdict: { type: "escalated", by: "threshold", reasons: ["a person signs it"] },
  };
  expect(wordsAfter(...raise.slice(0, 1), toSign)).toBe(
    "kim asked for a change that is not made yet, on 2027-01-20 (increase to EUR 1,400.00): test",
  );
});

it("stands for a pause until the line was resumed", () => {
  const pause = asked({ verb: "pause" }, "film not cleared");
  const unpause = asked({ verb: "unpause" }, "cleared");
  expect(wordsAfter(...pause)).toBe("kim set it on 2027-01-20 (pause): film not cleared");
  expect(wordsAfter(...pause, ...unpause)).toBeUndefined();
  expect(locksIn(campaign([...boughtEvents([line]), ...pause, ...unpause, ...raise]))).toMatchObject([
    { what: "increase to EUR 1,400.00" },
  ]);
});
