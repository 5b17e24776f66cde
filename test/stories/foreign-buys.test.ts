import { expect, it } from "vitest";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { money } from "../../src/lib/money.ts";
import type { JsonObject } from "../canned/market.ts";
import { asListed, booking, cooperativeSeller } from "./buyer-behaviours/cooperative-seller.ts";
import { creatives, openDesk } from "./buyer-behaviours/open-desk.ts";
import { brief as storyBrief } from "./story.ts";

const versioned = { status: "completed", adcp_version: "3.1" };
const second = {
  ...storyBrief,
  creatives,
  name: "Second",
  budget: money(2_000_000, "EUR"),
  channels: ["olv" as const],
  limits: { excludedSellers: [] },
  flight: { start: "2027-03-08", end: "2027-03-28" },
};

/** Answers every order with the id of its first buy, and its books show that one alone. */
function forgetful({ tellsReference }: { readonly tellsReference: boolean }) {
  const booked: JsonObject[] = [];
  return cooperativeSeller("alpha", {
    create_media_buy: (request) => {
      const buy = booking("alpha", request, "active");
      booked.push(buy);
      return { payload: { ...buy, media_buy_id: booked[0]?.["media_buy_id"], ...versioned } };
    },
    get_media_buys: () => {
      const [buy] = booked.map(asListed);
      if (buy === undefined) return { payload: { ...versioned, media_buys: [] } };
      const { context, ...rest } = buy;
      return { payload: { ...versioned, media_buys: [tellsReference ? { context, ...rest } : rest] } };
    },
  });
}

it.each([true, false])(
  "touches no buy of another campaign that a seller names as this one's; its books tell references: %s",
  async (tellsReference) => {
    await using desk = await openDesk([forgetful({ tellsReference })]);
    await desk.run();
    const theirs = desk.market.callsOf("update_media_buy").length;
    const id = await desk.app.begin(second);
    const turn = async () => {
      desk.wire.advance(60_000);
      await advance(await desk.app.ports(id), "end");
    };
    await turn();
    await turn();
    const { steps } = (await openJournal(desk.app.ledger, id)).state();
    expect(steps.filter(({ step }) => step.task === "create_media_buy").map(({ status }) => status)).toEqual([
      "done",
    ]);
    expect((await inbox(await desk.app.ports(id))).map(({ asBooked }) => asBooked)).toMatchObject([
      expect.arrayContaining([
        expect.objectContaining({ field: "the buy's id", before: "one that no other buy has" }),
      ]),
    ]);
    desk.clock.advance(70 * 86_400_000);
    await turn();
    expect(desk.market.callsOf("update_media_buy")).toHaveLength(theirs);
    expect(desk.market.callsOf("provide_performance_feedback")).toHaveLength(0);
    expect(await desk.app.ledger.verify()).toEqual([]);
  },
);
