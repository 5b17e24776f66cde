import type { App } from "../../../src/app.ts";
import { findBuy } from "../../../src/campaign/account/changes/find-line.ts";
import { giveApproval, refuse } from "../../../src/campaign/approvals/approve.ts";
import { grantMakeGood } from "../../../src/campaign/learn/grant-make-good.ts";
import { takeResults } from "../../../src/campaign/measure/take-results.ts";
import { boughtPackages } from "../../../src/campaign/model/derived/bought.ts";
import type { BuyerResult } from "../../../src/campaign/model/measured/result.ts";
import { openJournal } from "../../../src/campaign/model/state/journal.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { type CampaignTurn, turn } from "../../../src/campaign/run/turn.ts";
import { addDays, dayOf } from "../../../src/lib/days.ts";
import { connect } from "../../sandbox/connect.ts";
import type { Story } from "../story.ts";
import { flight, short } from "./market.ts";

const figures = "get_media_buy_delivery";
/** The campaign goes on in another process from then on. */
const restartOn = "2027-02-10";
const outage = { from: "2027-01-30", until: "2027-02-04" };
const restatement = { on: "2027-01-23" };

/** Buys with a person's approval, then a turn each morning until the campaign has ended; what happens meanwhile is above. */
export async function playSixtyDays(story: Story): Promise<readonly CampaignTurn[]> {
  const { sandbox, campaignId } = story;
  let { app } = story;
  const turns: CampaignTurn[] = [];
  const state = async () => (await openJournal(app.ledger, campaignId)).state();
  const take = async () => turns.push(...(await turn(app)));

  await take();
  while (dayOf(sandbox.clock.now()) < "2027-05-01" && (await state()).ended === undefined) {
    const today = dayOf(sandbox.clock.now());
    if (today === restartOn) app = story.anotherApp();
    sandbox.faults.set("kiosk", {
      rules: today >= outage.from && today < outage.until ? [{ do: "http", status: 503, task: figures }] : [],
    });
    // One morning it tells less than on the mornings before and after.
    sandbox.faults.set("nordlicht", {
      rules: today === restatement.on ? [{ do: "restate", factor: 0.9, task: figures }] : [],
    });
    if (today === short.until) await grant(story, app, await state());
    if (today === addDays(flight.end, 1))
      await takeResults((await app.ports(campaignId)).journal, told(await state()));
    await take();
    if (await decide(await app.ports(campaignId), await state())) await take();
    sandbox.advance(1);
  }
  return turns;
}

/** Kim agrees to what is bought and to the first reallocation, and to no other one. */
async function decide(
  ports: Awaited<ReturnType<App["ports"]>>,
  { steps, reallocations }: CampaignState,
): Promise<boolean> {
  const waiting = steps.filter(({ status }) => status === "escalated");
  for (const { step } of waiting) {
    const id = step.change?.reallocation;
    if (id === undefined || id === reallocations.find(({ moves }) => moves.length > 0)?.id)
      await giveApproval(ports, step.id, "kim");
    else await refuse(ports, step.id, { by: "kim", reason: "one is enough" });
  }
  return waiting.length > 0;
}

/** The seller gives what is missing inside the flight, for no money. */
async function grant({ campaignId }: Story, app: App, state: CampaignState): Promise<void> {
  const found = state.underDeliveries.findLast(({ productId }) => productId === short.productId);
  const foundBuy = found && findBuy(state, found.lineId);
  if (found === undefined || foundBuy === undefined) throw new Error(`${short.productId} is not short`);
  const { lineId, sellerId, mediaBuyId, packageId, owed } = found;
  const makeGood = {
    lineId,
    sellerId,
    mediaBuyId,
    packageId,
    impressions: owed,
    until: flight.end,
    by: "kim",
  };
  await grantMakeGood(foundBuy, { makeGood, askedBy: ["kim"], execute: true }, await app.ports(campaignId));
}

/** Ten purchases of each package a day, to the end of the flight. */
function told(state: CampaignState) {
  const results = boughtPackages(state).flatMap(({ lineId }, p) =>
    Array.from(
      { length: 600 },
      (_, i): BuyerResult => ({
        id: `order-${p}-${i}`,
        at: `${addDays(flight.start, i % 60)}T12:00:00.000Z`,
        type: "purchase",
        of: { lineId },
      }),
    ),
  );
  return { results, completeTo: flight.end };
}

/** What each seller's own books hold of its packages, in minor units. */
export async function books({ sandbox }: Story, state: CampaignState) {
  const paths = { "harbour.example": "/sales/mcp", "nordlicht.example": "/sellers/nordlicht/mcp" };
  const sums = new Map<string, { readonly impressions: number; readonly spend: number }>();
  for (const { sellerId, mediaBuyId } of state.delivery) {
    const path = new Map(Object.entries(paths)).get(sellerId) ?? "/sellers/kiosk/mcp";
    const { call } = await connect(sandbox, path);
    const { by_package = [] } = await call(figures, { media_buy_id: mediaBuyId });
    for (const { package_id = "", impressions, spend } of by_package)
      sums.set(package_id, { impressions: impressions ?? 0, spend: Math.round((spend?.amount ?? 0) * 100) });
  }
  return sums;
}
