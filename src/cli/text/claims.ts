import type { AnswerOf } from "../../desk/operations.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatPercent } from "../../report/blocks/format.ts";
import type { Report } from "../../report/report.ts";
import { changeText } from "./buys.ts";

/** What is asked back, one line for each buy, then each under-delivery, and what is proposed. */
export function claimsText({ others = [], ...newest }: AnswerOf<"claims">): string {
  const [first, ...rest] = others.map(campaignText);
  if (first === undefined) return campaignText(newest);
  const own = newest.claims.length + (newest.money ?? []).length === 0 ? [] : [campaignText(newest)];
  return [...own, first, ...rest].join("\n");
}

function campaignText({ campaign, claims, money = [] }: NonNullable<AnswerOf<"claims">["others"]>[number]) {
  const asked = money.map(({ sellerId, mediaBuyId, amount }) =>
    cleanText(
      `${mediaBuyId} at ${sellerId}: ${formatMoney(amount)} that nobody ordered: flightdesk claims show ${mediaBuyId}`,
      600,
    ),
  );
  if (claims.length + asked.length === 0) return `${campaign}: no line under-delivers`;
  return [`${campaign}:`, ...asked, ...claims.flatMap(claimLines)].join("\n");
}

export function claimLines(claim: NonNullable<Report["underDeliveries"]>[number]): string[] {
  const { lineId, kind, owed, ordered, delivered, reportedTo, outstanding, proposal, makeGoods } = claim;
  const verb = kind === "projected" ? "will under-deliver" : "under-delivers";
  return [
    `${lineId}: ${verb} by ${formatCount(owed)} impressions, ${formatPercent(owed / ordered, 1)} of its order`,
    `  ordered ${formatCount(ordered)}, delivered ${formatCount(delivered)} to ${reportedTo}`,
    `  proposed: ${proposal}`,
    ...makeGoods.map(
      ({ impressions, until, by }) =>
        `  granted: ${formatCount(impressions)} impressions until ${until}, noted by ${by}`,
    ),
    ...(makeGoods.length > 0 ? [`  outstanding: ${formatCount(outstanding)}`] : []),
    ...(claim.claim === undefined ? [] : [`  flightdesk claims show ${lineId}`]),
  ].map((text) => `${text.startsWith("  ") ? "  " : ""}${cleanText(text, 600)}`);
}

export function makeGoodText(output: AnswerOf<"make-good">): string {
  const { line, impressions, until, executed, recorded, extension } = output;
  const isRefused = ["not-possible", "refused", "failed"].includes(extension?.status ?? "");
  const verb = recorded ? "noted" : isRefused ? "not noted" : executed ? "noted before" : "would note";
  const what = `${formatCount(impressions)} impressions of ${line} until ${until}`;
  return [
    cleanText(`${verb}: ${what}, at no cost`, 600),
    ...(extension === undefined ? [] : [changeText(extension)]),
    ...(isRefused
      ? ["  Ask the vendor to book these days first: once its order runs until then, note it again"]
      : []),
  ].join("\n");
}
