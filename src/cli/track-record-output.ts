import { z } from "zod";
import type { TrackRecord } from "../campaign/learn/track-record/track-record.ts";
import { counted, formatElapsed, formatPercent, listed } from "../report/format.ts";
import { count } from "../report/schema/shared.ts";

const cases = { asked: count };

/** What `sellers show` prints with `--json`. */
export const sellersOutputSchema = z.strictObject({
  command: z.literal("sellers show"),
  sellers: z.array(
    z.strictObject({
      sellerId: z.string(),
      agentUrl: z.string(),
      campaigns: count.describe("in which it was asked or bought from"),
      buys: count,
      answers: z.strictObject({
        ...cases,
        answered: count,
        late: count,
        failed: count,
        medianMs: z.number().optional(),
      }),
      price: z.strictObject({
        packages: count,
        drift: z
          .number()
          .optional()
          .describe("paid for 1,000 impressions over what was ordered, less 1; weighed by impressions"),
      }),
      delivery: z
        .strictObject({
          packages: count,
          average: z.number().optional().describe("of what was seen"),
          mean: z.number().describe("to be expected: leans towards 1 while few packages were seen"),
          low: z.number(),
          high: z.number(),
        })
        .describe("impressions over the order; low and high hold four packages of five"),
      reports: z.strictObject({
        buys: count,
        faulty: count,
        faults: z.array(z.strictObject({ kind: z.string(), buys: count })),
      }),
      approvals: z.strictObject({
        ...cases,
        agreed: count,
        refused: count,
        medianHours: z.number().optional(),
      }),
      stops: z.strictObject({ ...cases, obeyed: count }),
      standing: z.number().describe("from -1 to 1, 0 is unknown; moves the ranking's certainty"),
    }),
  ),
});
export type SellersOutput = z.infer<typeof sellersOutputSchema>;

export function sellersOutput(records: readonly TrackRecord[]): SellersOutput {
  return {
    command: "sellers show",
    sellers: records.map(({ reports, ...record }) => ({
      ...record,
      reports: { ...reports, faults: reports.faults.map((fault) => ({ ...fault })) },
    })),
  };
}

type Seller = SellersOutput["sellers"][number];

/** Each seller in plain words with the counts that they rest on; what was never seen is not said. */
export function sellersText({ sellers }: SellersOutput): string {
  if (sellers.length === 0) return "no seller has been asked or bought from yet";
  return sellers
    .map((seller) =>
      [
        `${seller.sellerId} (${counted(seller.buys, "buy")}, ${counted(seller.campaigns, "campaign")}; ${seller.agentUrl})`,
        ...linesOf(seller).map((line) => `  ${line}`),
      ].join("\n"),
    )
    .join("\n");
}

function linesOf({ answers, delivery, price, reports, approvals, stops, standing }: Seller): string[] {
  return [
    ...(answers.asked === 0 ? [] : [answerWords(answers)]),
    ...(delivery.packages === 0
      ? []
      : [
          `delivered ${formatPercent(delivery.average ?? 0)} of what was ordered (${counted(delivery.packages, "package")}); to be expected are ${formatPercent(delivery.mean)}, four times in five between ${formatPercent(delivery.low)} and ${formatPercent(delivery.high)}`,
        ]),
    ...(price.drift === undefined
      ? []
      : [
          `was paid ${formatPercent(Math.abs(price.drift), 1)} ${price.drift < 0 ? "less" : "more"} for 1,000 impressions than was ordered (${counted(price.packages, "package")})`,
        ]),
    ...(reports.buys === 0 ? [] : [reportWords(reports)]),
    ...(approvals.asked === 0 ? [] : [approvalWords(approvals)]),
    ...(stops.asked === 0
      ? []
      : [`paused ${stops.obeyed} of ${counted(stops.asked, "buy")} that were stopped`]),
    `standing ${standing < 0 ? "" : "+"}${standing.toFixed(2)}, from -1 to 1: ${standingWords(standing)}`,
  ];
}

function answerWords({ asked, answered, late, failed, medianMs }: Seller["answers"]): string {
  const not = [
    ...(late > 0 ? [`${late} times late`] : []),
    ...(failed > 0 ? [`${failed} times with an error`] : []),
  ];
  const speed = medianMs === undefined ? "" : `, usually in ${formatElapsed(medianMs)}`;
  return `answered ${answered} of ${counted(asked, "call")} for offers${speed}${not.length > 0 ? `; ${listed(not)}` : ""}`;
}

function reportWords({ buys, faulty, faults }: Seller["reports"]): string {
  const kinds = faults.map(({ kind, buys: of }) => `${kind} (${of})`);
  return faulty === 0
    ? `reported ${counted(buys, "buy")} without a fault`
    : `reported ${faulty} of ${counted(buys, "buy")} with faults: ${listed(kinds)}`;
}

function approvalWords({ asked, agreed, refused, medianHours }: Seller["approvals"]): string {
  const time = medianHours === undefined ? "" : `, usually after ${Math.round(medianHours * 10) / 10} hours`;
  return `its people looked at ${counted(asked, "order")}: ${agreed} agreed to, ${refused} refused${time}`;
}

function standingWords(standing: number): string {
  if (standing === 0) return "nothing that counts was seen yet";
  return standing > 0
    ? "its offers count as surer than an unknown seller's"
    : "its offers count as less sure than an unknown seller's";
}
