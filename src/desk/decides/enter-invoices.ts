import { z } from "zod";
import { type LiveBuy, liveBuys } from "../../campaign/account/live-buys.ts";
import { reportedCost } from "../../campaign/account/may-cost.ts";
import { checkReported } from "../../campaign/change/check-buys.ts";
import { boughtBy } from "../../campaign/model/derived/left-paused.ts";
import { type Invoice, invoicedCost, keepInvoices } from "../../campaign/model/measured/invoice.ts";
import { mismatchText } from "../../campaign/model/offers/mismatch.ts";
import { awaitsPerson, type CampaignState } from "../../campaign/model/state/state.ts";
import { isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { digest } from "../../lib/digest.ts";
import { type Money, money, moneySchema } from "../../lib/money.ts";
import { personOf } from "../caller.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { refuseGone } from "../drive.ts";
import { findNamedBuy } from "../find-named-buy.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

const written = fields({
  line: z.string().describe("line of the plan (seller/product), package or buy"),
  number: z.string().min(1).max(100).describe("of the invoice; entered again, the last amount counts"),
  amount: moneySchema.describe("net, in the currency of the buy; below nothing for a credit"),
});

/** What `buys invoice` prints with `--json`. */
export const invoicesOutputSchema = fields({
  command: z.literal("buys invoice"),
  campaign: z.string(),
  entered: z.array(written.extend({ seller: z.string(), mediaBuyId: z.string() })),
  buys: each({
    seller: z.string(),
    mediaBuyId: z.string(),
    invoiced: moneySchema.describe("by all of its invoices so far"),
    cost: moneySchema.describe("the most that it is reported or billed to have cost: that is bound"),
    questions: z.array(z.string()).describe("what people are asked about it now; none where nothing is"),
  }),
});
type InvoicesOutput = Described<typeof invoicesOutputSchema>;

/**
 * What sellers have billed: bound where that is more than is bound, and put to people where it is more than was ordered or than final
 * reports show. Sellers' books are read; nothing is sent.
 */
export const enterInvoices = operation({
  input: fields({ ...campaignInput, invoices: z.array(written).min(1) }),
  output: invoicesOutputSchema,
  run: async (desk, { campaign: named, invoices }, caller): Promise<InvoicesOutput> => {
    const campaign = await campaignNamed(desk.app, named);
    const ports = await desk.app.ports(campaign, desk.observe);
    const { journal } = ports;
    refuseGone(journal.state(), desk);
    const entered = invoices.map((one) => invoiceOf(one, journal.state(), personOf(caller)));
    if (keepInvoices([], entered).length < entered.length)
      throw new UsageError(
        "an invoice names one line twice: add its amounts up, as the last of them would count",
      );
    const key = `invoices/${journal.state().sequence}/${digest(entered).slice(0, 16)}`;
    await journal.record({ type: "invoice-entered", invoices: entered }, key);
    const isBilled = (buy: LiveBuy) => entered.some((one) => isSameBuy(one, buy));
    await checkReported(ports, liveBuys(journal.state()).filter(isBilled));
    const buys = entered.filter((one, i) => entered.findIndex((other) => isSameBuy(one, other)) === i);
    return {
      command: "buys invoice",
      campaign,
      entered: invoices.map((one) => {
        const { agentId: seller, subject } = findNamedBuy(journal.state(), one.line);
        return { ...one, seller, mediaBuyId: subject.mediaBuyId };
      }),
      buys: buys.map((one) => costOf(one, journal.state())),
    };
  },
});

function invoiceOf({ line, number, amount }: Described<typeof written>, state: CampaignState, by: string) {
  const { subject, agentId } = findNamedBuy(state, line);
  const { currency } = subject.bought.amount;
  if (amount.currency !== currency)
    throw new UsageError(
      `${number}: ${line} is bought in ${currency}, and this is billed in ${amount.currency}: dispute it with ${agentId}, or enter what was agreed to be paid in ${currency}`,
    );
  const { mediaBuyId, packageId } = subject;
  return { sellerId: agentId, mediaBuyId, ...(packageId !== undefined && { packageId }), number, amount, by };
}

function costOf({ sellerId, mediaBuyId, amount }: Invoice, state: CampaignState) {
  const buy = { sellerId, mediaBuyId, currency: amount.currency };
  const inCurrency = (minor: number): Money => money(minor, amount.currency);
  const asked = state.steps.filter(
    (one) => awaitsPerson(one) && one.step.agentId === sellerId && boughtBy(one) === mediaBuyId,
  );
  return {
    seller: sellerId,
    mediaBuyId,
    invoiced: inCurrency(invoicedCost(buy, state)),
    cost: inCurrency(reportedCost(buy, state)),
    questions: asked.flatMap(({ check }) => (check?.question?.differences ?? []).map(mismatchText)),
  };
}
