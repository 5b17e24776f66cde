import { z } from "zod";
import { orderedLines } from "../../campaign/account/ordered-lines.ts";
import { statesOf } from "../../campaign/model/state/journal.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { askedBack, askedBackSchema } from "../../report/account/asked-back.ts";
import { describeUnderDeliveries, underDeliveriesSchema } from "../../report/sections/under-delivery.ts";
import { begunCampaigns, stateNamed } from "../campaigns.ts";
import type { Desk } from "../desk.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

const foundFields = {
  campaign: z.string(),
  claims: underDeliveriesSchema,
  money: z
    .array(askedBackSchema)
    .optional()
    .describe(
      "spend that sellers report and nobody ordered, or bill and do not report, with the draft of a letter; absent where there is none",
    ),
};

/** What `claims list` and `claims show` print with `--json`. */
export const claimsOutputSchema = fields({
  command: z.enum(["claims list", "claims show"]),
  ...foundFields,
  others: each(foundFields)
    .optional()
    .describe("where no campaign is named: the earlier campaigns in which something is missing"),
});
type ClaimsOutput = Described<typeof claimsOutputSchema>;
type Found = NonNullable<ClaimsOutput["others"]>[number];

/** Under-delivering lines, or those of one line, package or buy, with what to ask their sellers for. */
export const claims = operation({
  input: fields({
    campaign: z.string().optional().describe("its id; all campaigns where absent"),
    line: z.string().optional().describe("the line of the plan, package or buy that is wanted alone"),
  }),
  output: claimsOutputSchema,
  run: async (desk, { campaign, line }): Promise<ClaimsOutput> => {
    const newest = await stateNamed(desk, campaign);
    const states = [newest, ...(campaign === undefined ? await earlierThan(newest, desk) : [])];
    const all = states.map((state) => foundIn(state, desk.today));
    if (line === undefined) {
      const others = all.slice(1).filter(hasAny);
      return {
        command: "claims list",
        ...foundIn(newest, desk.today),
        ...(others.length > 0 && { others }),
      };
    }
    const wanted = all.map((found) => onlyOf(line, found)).find(hasAny);
    if (wanted !== undefined) return { command: "claims show", ...wanted };
    const bought = (state: CampaignState) =>
      orderedLines(state).some(({ lineId, packageId, mediaBuyId }) =>
        [lineId, packageId, mediaBuyId].includes(line),
      );
    const own = states.find(bought) ?? newest;
    const short = foundIn(own, desk.today).claims.map(({ lineId }) => lineId);
    throw new UsageError(
      `nothing of "${line}" is missing in ${own.id}. ${short.length === 0 ? "No line under-delivers." : `Under-delivering: ${short.join(", ")}`}`,
    );
  },
});

async function earlierThan({ id }: CampaignState, { app }: Pick<Desk, "app">) {
  const ids = await begunCampaigns(app.ledger);
  return statesOf(
    app.ledger,
    ids.filter((one) => one !== id),
  );
}

function foundIn(state: CampaignState, today: string): Found {
  const money = askedBack(state, today);
  return {
    campaign: state.id,
    claims: describeUnderDeliveries(state, today) ?? [],
    ...(money.length > 0 && { money }),
  };
}

function onlyOf(line: string, { campaign, claims: all, money = [] }: Found): Found {
  const wanted = all.filter((claim) => [claim.lineId, claim.packageId, claim.mediaBuyId].includes(line));
  const ofBuy = money.filter(({ mediaBuyId }) => mediaBuyId === line);
  return { campaign, claims: wanted, ...(ofBuy.length > 0 && { money: ofBuy }) };
}

function hasAny({ claims: all, money = [] }: Found): boolean {
  return all.length + money.length > 0;
}
