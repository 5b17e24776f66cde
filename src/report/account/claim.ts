import { isSameBuy } from "../../campaign/model/buy-identity.ts";
import type { UnderDelivery } from "../../campaign/model/learned/under-delivery.ts";
import type { DeliveryRow } from "../../campaign/model/measured/delivery.ts";
import type { CampaignState } from "../../campaign/model/state.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney, money } from "../../lib/money.ts";
import { formatPercent, sentence } from "../format.ts";
import { markdownTable, markdownText } from "../markdown-text.ts";

/**
 * The draft of a letter to the seller, as Markdown: what was ordered, delivered and is missing, what is asked for, and its own
 * reports as evidence. Undefined where nothing is asked of it.
 */
export function claimMarkdown(
  underDelivery: UnderDelivery,
  { state, product }: { readonly state: CampaignState; readonly product: string },
): string | undefined {
  const { remedy, sellerId, mediaBuyId, packageId, period, kind } = underDelivery;
  if (remedy.type === "shift") return undefined;
  const rows = (state.delivery.find((one) => isSameBuy(one, underDelivery))?.rows ?? []).filter(
    (row) => row.packageId === packageId,
  );
  return [
    `# Under-delivery of ${markdownText(product)}`,
    "",
    markdownText(
      `Draft to ${sellerId}, for a person to send. Buy ${mediaBuyId}, package ${packageId}${referenceOf(state, underDelivery)}, ${period.start} to ${period.end}.`,
    ),
    "",
    ...figureLines(underDelivery),
    markdownText(askWords(underDelivery)),
    "",
    markdownText(`How this was calculated: ${sentence(underDelivery.method)}`),
    ...(underDelivery.pausedDays === 0
      ? []
      : [
          markdownText(
            `We had paused it on ${underDelivery.pausedDays} days; the order's share for those days is not counted as missing.`,
          ),
        ]),
    "",
    `## Your own reports${kind === "projected" ? " so far" : ""}`,
    "",
    ...evidenceLines(rows, underDelivery.budget.currency),
  ].join("\n");
}

function figureLines({ ordered, budget, delivered, expected, owed, kind, spent, guaranteed }: UnderDelivery) {
  const sale = guaranteed ? "guaranteed" : "not guaranteed";
  return markdownTable(
    ["", "Impressions>", "Of the order>", "Money>"],
    [
      [`Ordered, delivery ${sale}`, formatCount(ordered), "", formatMoney(budget)],
      [
        "Delivered, as you report it",
        formatCount(delivered),
        formatPercent(delivered / ordered, 1),
        spent === undefined ? "" : formatMoney(spent),
      ],
      ...(kind === "projected" || expected !== delivered
        ? [["Expected at the end", formatCount(expected), formatPercent(expected / ordered, 1), ""]]
        : []),
      [
        kind === "final" ? "Missing" : "Will be missing",
        formatCount(owed),
        formatPercent(owed / ordered, 1),
        "",
      ],
    ],
  );
}

function askWords({ remedy, kind, guaranteed }: UnderDelivery): string {
  if (remedy.type === "shift") return "";
  const until = remedy.until === undefined ? "" : ` by ${remedy.until}`;
  const count = formatCount(remedy.impressions);
  if (guaranteed)
    return kind === "final"
      ? `We ask for a make-good of ${count} impressions of the same kind${until}, at no cost: within the budget that was agreed.`
      : `We ask you to bring delivery back to the order, or to grant a make-good of ${count} impressions of the same kind${until}, at no cost: within the budget that was agreed.`;
  return `Delivery was not guaranteed. We ask whether you can give the missing ${count} impressions${until} for the budget that was agreed.`;
}

function referenceOf({ steps }: CampaignState, { lineId }: UnderDelivery): string {
  const buy = steps.findLast(
    ({ step, status }) =>
      step.task === "create_media_buy" && status === "done" && step.lineIds.includes(lineId),
  );
  const reference = buy?.step.arguments["buyer_ref"];
  return typeof reference === "string" ? `, our reference ${reference}` : "";
}

function evidenceLines(rows: readonly DeliveryRow[], currency: string): string[] {
  return markdownTable(
    ["Day", "Impressions>", "Spend>", "Figures"],
    rows.map(({ date, from, impressions, spendMinor, final, basis }) => [
      from === undefined ? date : `${from} to ${date}, as a whole`,
      impressions === undefined ? "not reported" : formatCount(impressions),
      spendMinor === undefined ? "not reported" : formatMoney(money(spendMinor, currency)),
      `${final ? "final" : "may be restated"}${basis === "shared out" ? ", split from the buy's total" : ""}`,
    ]),
  );
}
