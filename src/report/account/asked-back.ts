import { z } from "zod";
import { billedBeyond, billedWords } from "../../campaign/account/invoices.ts";
import { liveBuys } from "../../campaign/account/live-buys.ts";
import { unorderedSpend, unorderedWords } from "../../campaign/account/unordered-spend.ts";
import { isOnSandbox, sandboxMark } from "../../campaign/model/derived/sandbox-mark.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { addDays } from "../../lib/days.ts";
import type { Described } from "../../lib/described.ts";
import { formatMoney, money, moneySchema } from "../../lib/money.ts";
import { textsOf } from "../blocks/format.ts";
import { wrapText } from "../blocks/terminal-text.ts";
import { total } from "../blocks/totals.ts";
import { answerDays, width } from "./claim.ts";

/**
 * What is asked back of a seller: spend that it reports and nobody ordered, or that it bills and does not report, with the draft of a
 * letter, plain text for a mail.
 */
export const askedBackSchema = z.strictObject({
  sellerId: z.string(),
  mediaBuyId: z.string(),
  amount: moneySchema,
  claim: z.string(),
});

export function askedBack(state: CampaignState, today: string): Described<typeof askedBackSchema>[] {
  return liveBuys(state).flatMap((buy) => {
    const { sellerId, mediaBuyId, currency } = buy;
    const known = state.delivery.find((one) => isSameBuy(one, buy));
    const found = known === undefined ? [] : unorderedSpend(buy, known);
    const billed = billedBeyond(buy, state);
    if (found.length === 0 && billed === undefined) return [];
    const ofBills = billed === undefined ? 0 : billed.billed.minor - billed.reported.minor;
    const amount = money(ofBills + total(found, ({ minor }) => minor), currency);
    const parts = textsOf(
      found
        .map((one) => unorderedWords(one, mediaBuyId, currency))
        .map(({ what, stated }) => `- ${what}: ${stated}`),
      billed && `- billed: ${billedWords(billed)}, and reported ${formatMoney(billed.reported)}`,
    );
    const isOrdered = found.length === 0;
    const asked = amount.minor === 0 ? "spend" : formatMoney(amount);
    const claim = [
      isOnSandbox(state)
        ? `${sandboxMark}: simulated, nothing to send.`
        : `Draft to ${sellerId}, for a person to send.`,
      `Subject: ${mediaBuyId}: ${asked} that ${isOrdered ? "was not spent" : "nobody ordered"}`,
      "Hello,",
      `this is about buy ${mediaBuyId}. ${isOrdered ? "It is billed with more than your own reports show as spent" : "By your own reports it has cost more than was ordered of it"}:`,
      ...parts,
      "We ask you to bill none of it, or to show what it was spent for and who ordered it.",
      `Please answer by ${addDays(today, answerDays)}.`,
    ];
    return {
      sellerId,
      mediaBuyId,
      amount,
      claim: claim.flatMap((text) => [...wrapText(text, width), ""]).join("\n"),
    };
  });
}
