import { z } from "zod";
import { recordsOf } from "../../campaign/learn/track-record/records-of.ts";
import type { TrackRecord } from "../../campaign/model/learned/track-record.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { otherCampaigns } from "../../campaign/run/other-campaigns.ts";
import { sellerName } from "../../lib/address.ts";
import { codeOf } from "../../lib/code.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { count } from "../../report/blocks/schema.ts";
import { realOnes } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** What `sellers show` prints with `--json`. */
export const sellersOutputSchema = fields({
  command: z.literal("sellers show"),
  sellers: each({
    sellerId: z.string(),
    agentUrl: z.string(),
    campaigns: count.describe("in which it was asked or bought from"),
    buys: count,
    answers: fields({
      contacted: count,
      answered: count,
      late: count,
      failed: count,
      medianMs: z.number().optional(),
    }),
    price: fields({
      packages: count,
      drift: z
        .number()
        .optional()
        .describe("paid for 1,000 impressions over what was ordered, less 1; weighed by impressions"),
    }),
    delivery: fields({
      packages: count,
      average: z.number().optional().describe("of what was seen"),
      mean: z.number().describe("to be expected: leans towards 1 while few packages were seen"),
      low: z.number(),
      high: z.number(),
    }).describe("impressions over the order; low and high hold four packages of five"),
    reports: fields({
      buys: count,
      faulty: count,
      faults: each({ kind: z.string(), buys: count }),
    }),
    approvals: fields({
      requested: count,
      agreed: count,
      refused: count,
      medianHours: z.number().optional(),
    }),
    stops: fields({ requested: count, honoured: count }),
    results: each({
      productId: z.string(),
      metric: z.string(),
      impressions: z.number(),
      units: z.number().describe("how many there were; of sales_value their worth in `currency`"),
      count: z.number().describe("single results that is"),
      currency: z.string().optional(),
    })
      .optional()
      .describe("what came of impressions of its products: by its reports, and by the buyer's own count"),
    score: z.number().describe("from -1 to 1, 0 is unknown; moves the ranking's certainty"),
  }),
});

function sellersOutput(records: readonly TrackRecord[]): Described<typeof sellersOutputSchema> {
  return {
    command: "sellers show",
    sellers: records.map(({ reports, answers, approvals, stops, standing, ...record }) => {
      const [{ asked: contacted, ...answered }, { asked: requested, ...decided }] = [answers, approvals];
      const faults = reports.faults.map(({ kind, buys }) => ({ kind: codeOf(kind), buys }));
      return {
        ...record,
        answers: { contacted, ...answered },
        approvals: { requested, ...decided },
        stops: { requested: stops.asked, honoured: stops.obeyed },
        score: standing,
        reports: { ...reports, faults },
      };
    }),
  };
}

/** How sellers did in the campaigns of this installation. Reads the ledger alone. */
export const trackRecords = operation({
  input: fields({ seller: z.string().optional().describe("its id; all sellers where absent") }),
  output: sellersOutputSchema,
  run: async (desk, { seller }) => {
    const states = realOnes(await otherCampaigns(desk.app.ledger).states(), desk);
    const all = recordsOf(desk.app.onSandbox ? atNewestAddresses(states) : states);
    if (seller === undefined) return sellersOutput(all);
    const records = all.filter(({ sellerId }) => sellerName(sellerId) === sellerName(seller));
    if (records.length === 0)
      throw new UsageError(
        `no seller ${seller} has been asked or bought from. Known: ${[...new Set(all.map(({ sellerId }) => sellerId))].join(", ") || "none yet"}`,
      );
    return sellersOutput(records);
  },
});

/** Each run of the built-in sandbox is at addresses of its own: a seller of one is the same seller of the next. */
function atNewestAddresses(states: readonly CampaignState[]): CampaignState[] {
  const newest = new Map<string, string>();
  for (const { sellers = [] } of states)
    for (const { id, agentUrl } of sellers) if (!newest.has(id)) newest.set(id, agentUrl);
  return states.map((state) => ({
    ...state,
    sellers: state.sellers?.map((seller) => ({
      ...seller,
      agentUrl: newest.get(seller.id) ?? seller.agentUrl,
    })),
    steps: state.steps.map((one) => ({
      ...one,
      step: { ...one.step, agentUrl: newest.get(one.step.agentId) ?? one.step.agentUrl },
    })),
  }));
}
