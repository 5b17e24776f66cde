import { locksIn, lockWords } from "../../campaign/model/derived/locks.ts";
import { leaveToMove, leaveWords } from "../../campaign/model/derived/moves.ts";
import { stateOf } from "../../campaign/model/state/journal.ts";
import type { Desk } from "../../desk/desk.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import type { CampaignOutput } from "../../desk/outputs/campaign-output.ts";
import { notPlacedOf } from "../../desk/outputs/not-placed.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { counted } from "../../lib/english.ts";
import { formatInstant } from "../../report/blocks/format.ts";
import { renderStatus } from "../../report/renderers/terminal.ts";
import { figuresLine, labelWidth, rowsOf } from "../../report/today/words.ts";
import { campaignsText, lockText, waitingText } from "./campaign.ts";
import { ordersText } from "./stop.ts";
import { notPlacedText } from "./waiting-step.ts";

/** The stop orders that stand, channels that do not answer, then all campaigns in a few lines each. */
export function statusText(
  { orders, campaigns, withheld, notifications = [] }: AnswerOf<"status">,
  { onSandbox, today }: { readonly onSandbox: boolean; readonly today: AnswerOf<"today">["campaigns"] },
): string {
  const down = notifications.map(
    ({ channel, unsent, since, reason }) =>
      `notify: ${channel} takes nothing since ${formatInstant(since)}: ${reason}; ${counted(unsent, "message")} wait\n`,
  );
  const elsewhere =
    campaigns.length > 0 || onSandbox ? "" : "; those of the built-in sandbox are shown with --sandbox";
  return `${ordersText(orders)}${withheldText(withheld)}${down.join("")}${campaignsText(campaigns, today)}${elsewhere}`;
}

/** The morning of each campaign: its figures in one line, then what there is to do. */
export function todayText({ campaigns, timeZone }: AnswerOf<"today">): string {
  if (campaigns.length === 0) return "nothing is live, and nothing waits for a person";
  const quoting = (text: string) => cleanText(text, 300);
  const wording = { foreign: quoting, quoting, timeZone };
  const texts = campaigns.map((one) => [
    `${cleanText(one.name, 60)} · ${figuresLine(one)}`,
    ...rowsOf(one, wording).map(({ label, text }) => `  ${label.padEnd(labelWidth)}${text}`),
  ]);
  return texts.map((lines) => lines.join("\n")).join("\n\n");
}

function withheldText(withheld: string | undefined): string {
  return withheld === undefined ? "" : `${withheld}\n`;
}

export async function campaignText(
  { campaign, waiting, orders = [], withheld }: CampaignOutput,
  { app, today }: Pick<Desk, "app" | "today">,
): Promise<string> {
  const state = await stateOf(app.ledger, campaign);
  const stops = ordersText(orders.map((order) => ({ ...order, notStopped: [], objections: [] })));
  const { notPlaced } = notPlacedOf(state, today);
  const { brief, deskReallocation } = state;
  const money = [
    ...(brief === undefined ? [] : [`  ${leaveWords(leaveToMove(brief, deskReallocation))}`]),
    ...locksIn(state).map((lock) => lockText(lock.lineId, cleanText(lockWords(lock), 300))),
    ...(notPlaced === undefined ? [] : notPlacedText(notPlaced)),
  ];
  return `${stops}${withheldText(withheld)}${[renderStatus(state), ...money, waitingText(waiting)].join("\n").trimEnd()}`;
}
