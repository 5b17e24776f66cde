import { openJournal } from "../campaign/journal.ts";
import { campaignsIn } from "../campaign/stop/desk.ts";
import { waitingOf } from "../campaign/waiting.ts";
import { renderStatus } from "../report/terminal.ts";
import { campaignNamed } from "./campaigns.ts";
import { campaignOutput, printJson, statusOutput } from "./output.ts";
import { openSession } from "./session.ts";
import { campaignsText, waitingText } from "./show.ts";
import { ordersText } from "./stop.ts";

/** `flightdesk status`: all campaigns in a row each, or one of them. */
export async function status(
  campaign: string | undefined,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  await using session = await openSession(flags);
  const json = flags["json"] === true;
  const now = Date.now();
  const stateOf = (id: string) => openJournal(session.app.ledger, id).state();
  if (campaign === undefined) {
    const orders = session.app.desk.orders();
    const output = statusOutput(campaignsIn(session.app.ledger).map(stateOf), orders, now);
    if (json) printJson(output);
    else process.stdout.write(`${ordersText(output.orders)}${campaignsText(output.campaigns)}\n`);
    return;
  }
  const state = stateOf(campaignNamed(session.app, campaign));
  const waiting = waitingOf(state, now);
  if (json) printJson(campaignOutput(state, { command: "status", executed: true, waiting }));
  else process.stdout.write(`${[renderStatus(state), waitingText(waiting)].join("\n").trimEnd()}\n`);
}
