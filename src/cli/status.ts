import type { App } from "../app.ts";
import { openJournal } from "../campaign/journal.ts";
import type { CampaignState } from "../campaign/state.ts";
import { campaignsIn } from "../campaign/stop/desk.ts";
import { waitingOf } from "../campaign/waiting.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { renderStatus } from "../report/terminal.ts";
import { campaignNamed } from "./campaigns.ts";
import { campaignOutput, printJson, statusOutput } from "./output.ts";
import { openSession } from "./session.ts";
import { campaignsText, waitingText } from "./show.ts";
import { ordersText } from "./stop.ts";

/** How all campaigns stand at `now`, in UTC milliseconds. */
export function statusOfAll({ ledger, desk }: App, now: number): ReturnType<typeof statusOutput> {
  return statusOutput(statesIn(ledger), desk.orders(), now);
}

/** One after the other, so that the states of many campaigns are not in memory at once. */
function* statesIn(ledger: Ledger): Generator<CampaignState> {
  for (const id of campaignsIn(ledger)) yield openJournal(ledger, id).state();
}

/** `flightdesk status`: all campaigns in a row each, or one of them. */
export async function status(
  campaign: string | undefined,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  await using session = await openSession(flags);
  const json = flags["json"] === true;
  const now = Date.now();
  if (campaign === undefined) {
    const output = statusOfAll(session.app, now);
    if (json) printJson(output);
    else process.stdout.write(`${ordersText(output.orders)}${campaignsText(output.campaigns)}\n`);
    return;
  }
  const state = openJournal(session.app.ledger, campaignNamed(session.app, campaign)).state();
  const waiting = waitingOf(state, now);
  if (json) printJson(campaignOutput(state, { command: "status", executed: true, waiting }));
  else process.stdout.write(`${[renderStatus(state), waitingText(waiting)].join("\n").trimEnd()}\n`);
}
