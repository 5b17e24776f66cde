import type { Brief } from "../../brief/brief.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { digest } from "../../lib/digest.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import { nameApprovers } from "../approvals/name-approvers.ts";
import type { Approvers } from "../model/decisions/approvers.ts";
import { sandboxMark } from "../model/derived/sandbox-mark.ts";
import type { RefinementRequest } from "../model/offers/offer.ts";
import { type Policy, recordsOf } from "../model/policy/policy.ts";
import { type Observer, openJournal } from "../model/state/journal.ts";
import type { RequestedByModel } from "../model/step/requested-by-model.ts";
import { weightProblems } from "../rank/weights.ts";

export interface BeginOptions extends RequestedByModel {
  /** A new campaign of a brief that has one. */
  readonly again?: boolean;
  /** The id that it was planned under. */
  readonly as?: string;
  readonly observe?: Observer;
  /** Names of whoever asks for it; they may not approve it where approvers are named. */
  readonly requestedBy?: readonly string[];
  /** People sign before anything is ordered, whatever the policies let pass. */
  readonly signOff?: boolean;
  /** Put to sellers once they have answered. */
  readonly wishes?: readonly RefinementRequest[];
}

interface BeginPorts {
  readonly ledger: Ledger;
  readonly policies: readonly Policy[];
  readonly exchange: ExchangeTable | undefined;
  readonly approvers: Approvers | undefined;
  /** The sandbox that it is tried on, where it is. */
  readonly world: string | undefined;
  readonly uuid: () => string;
}

/**
 * Records that a campaign begins, with the rules and rates of the day, and returns its id. The same brief with the same requests has
 * the same id, and what has begun is left as it is. Throws a RangeError where the brief's weights are none.
 */
export async function beginCampaign(
  brief: Brief,
  { again = false, as: planned, observe, requestedBy, askedByModel, signOff, wishes }: BeginOptions,
  { ledger, policies, exchange, approvers, world, uuid }: BeginPorts,
): Promise<string> {
  const [problem] = weightProblems(brief);
  if (problem !== undefined) throw new RangeError(`weights: ${problem}`);
  const known = `${world === undefined ? "" : `${sandboxMark}-`}${campaignIdOf(brief, wishes)}`;
  const campaignId = planned ?? (again ? `${known}-${uuid().slice(0, 8)}` : known);
  const journal = await openJournal(ledger, campaignId, observe);
  await journal.record(
    {
      type: "campaign-begun",
      brief,
      governancePlanId: campaignId,
      policies: recordsOf(policies),
      ...(exchange === undefined ? {} : { exchange }),
      ...(requestedBy === undefined ? {} : { requestedBy }),
      ...(askedByModel && { askedByModel }),
      ...(signOff && { signOff }),
      ...(wishes && { wishes }),
    },
    "begun",
  );
  if (approvers !== undefined) await nameApprovers(journal, approvers);
  return campaignId;
}

function campaignIdOf(brief: Brief, refinements: BeginOptions["wishes"]): string {
  const words = brief.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${words.slice(0, 40) || "campaign"}-${digest(refinements === undefined ? brief : { brief, wishes: refinements }).slice(0, 8)}`;
}
