import { z } from "zod";
import { channels } from "../../../protocol/records/product.ts";
import { sellerAt } from "../../model/derived/seller-at.ts";
import { readWord } from "../../model/policy/comparison.ts";
import { deliveryTypes, mutationNames, offerFields, standings, weekdays } from "../../model/policy/policy.ts";
import { type Reading, readBy, readDaySpan, readMoney, readShare } from "../../model/policy/written.ts";
import { type CampaignState, mayBind } from "../../model/state/state.ts";
import { isFinalising, isOrder } from "../../model/step/kinds.ts";
import type { Step } from "../../model/step/step.ts";
import { buys, linesOf } from "./facts/bound-lines.ts";
import { flightFacts } from "./facts/flight.ts";
import { moneyFacts } from "./facts/money.ts";
import { offerFacts } from "./facts/offers.ts";

const amount = readBy(readMoney).exactOptional();
/** A campaign may be past its budget: a share in a case may be more than the whole. */
const readAnyShare = (written: unknown) => readShare(written, 1_000_000);
const share = readBy(readAnyShare).exactOptional();
const span = readBy(readDaySpan).exactOptional();
const words = wordsAmong();

/**
 * What the rules see of one step, in the words and notations of the rules. A fact that cannot be known is absent, and a rule that names
 * it denies; an empty list says that there is nothing of the kind. Shares are basis points of the brief's budget.
 */
export const writtenFacts = z.strictObject({
  task: z.enum(mutationNames),
  amount,
  campaign_total: amount,
  change: amount,
  /** One for each package that is priced by impressions, or as a whole with impressions that are stated. */
  cpm: readBy(eachOf(readMoney)).exactOptional(),
  seller_share: share,
  channel_share: share,
  guaranteed_share: share,
  /** One for each package that is bid for, in basis points of the floor. */
  bid_over_floor: readBy(eachOf(readAnyShare)).exactOptional(),
  /** As the registry lists the agent. */
  sellers: words,
  /** What publishers say of the seller, of each product that is bought; unknown or accepted where nobody could be asked. */
  authorisation: wordsAmong(standings),
  channels: wordsAmong(channels),
  countries: words,
  delivery_types: wordsAmong(deliveryTypes),
  formats: words,
  categories: words,
  missing_data: wordsAmong(offerFields),
  package_count: z.number().int().nonnegative().exactOptional(),
  seller_count: z.number().int().nonnegative().exactOptional(),
  flight_days: z.number().exactOptional(),
  /** Days and parts of a day. */
  days_until_start: z.number().exactOptional(),
  start: span,
  end: span,
  flight: span,
  call_day: span,
  weekday: wordsAmong(weekdays),
});
export type Facts = Readonly<Omit<z.output<typeof writtenFacts>, "task">> & {
  readonly task: string;
  /** All that the same seller is called: a rule that names one of these means it. */
  readonly sellerNames?: readonly string[];
};

/** Facts of `step` in its campaign. `now` is UTC milliseconds. */
export function factsOf(step: Step, state: CampaignState, now: number): Facts {
  const { brief } = state;
  return {
    // Rules for orders hold for what is proposed too.
    task: isOrder(step) || isFinalising(step) ? "create_media_buy" : step.task,
    sellers: [step.agentId],
    sellerNames: sellerAt(state, step.agentId).names,
    ...moneyFacts(step, state),
    ...offerFacts(step, state),
    ...authorisationFacts(step, state),
    ...flightFacts(step, brief, now),
    countries: brief?.countries,
    ...(brief?.brand.categories === undefined ? {} : { categories: brief.brand.categories }),
  };
}

/**
 * Of the products that are bought, else of the seller itself: a buy that names none of them is not above suspicion. A buy
 * at an agent that is no seller of the campaign is not known.
 */
function authorisationFacts(step: Step, state: CampaignState): Pick<Facts, "authorisation"> {
  const bought = linesOf(step, state)?.map(({ offer }) => offer) ?? [];
  const sellers = state.sellers?.filter(({ agentUrl }) => agentUrl === step.agentUrl) ?? [];
  const concerned = bought.length > 0 ? bought : sellers;
  if (concerned.length === 0 && buys(step)) return {};
  const silent = isAccepted(step, state) ? "accepted" : "unknown";
  const stated = concerned.map(({ authorisation: { standing: status = "unknown" } = {} }) =>
    status === "unknown" ? silent : status,
  );
  return { authorisation: [...new Set(stated)] };
}

/** Whether an order at the same seller was sent with a person's approval in this campaign. */
function isAccepted(step: Step, { steps }: CampaignState): boolean {
  return steps.some(
    (other) =>
      other.step.id !== step.id &&
      isOrder(other.step) &&
      other.step.agentUrl === step.agentUrl &&
      mayBind(other) &&
      [...(other.approvals ?? []), ...(other.intent?.approvals ?? [])].length > 0,
  );
}

/** One value, or a list of them. */
function eachOf<Value>(read: (written: unknown) => Reading<Value>) {
  return (written: unknown): Reading<readonly Value[]> => {
    const readings = (Array.isArray(written) ? written : [written]).map(read);
    const wrong = readings.find((reading) => "problem" in reading);
    if (wrong !== undefined) return wrong;
    return { value: readings.flatMap((reading) => ("value" in reading ? [reading.value] : [])) };
  };
}

function wordsAmong(known?: readonly string[]) {
  return readBy(eachOf((written) => readWord(written, known))).exactOptional();
}
