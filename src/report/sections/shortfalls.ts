import { packageKey } from "../../campaign/buy-identity.ts";
import { outstandingOf } from "../../campaign/learn/shortfall/outstanding.ts";
import type { Shortfall } from "../../campaign/learn/shortfall/shortfall.ts";
import type { CampaignState } from "../../campaign/state.ts";
import { formatMoney } from "../../lib/money.ts";
import { claimMarkdown } from "../account/claim.ts";
import { formatCount } from "../format.ts";
import type { Report } from "../report-schema.ts";
import { productName } from "./buys.ts";

type Row = NonNullable<Report["shortfalls"]>[number];

/** What lines are missing: of each package what was found last. Nothing where nothing was found. */
export function describeShortfalls(state: CampaignState): Report["shortfalls"] {
  const last = new Map(state.shortfalls.map((one) => [packageKey(one), one]));
  if (last.size === 0) return undefined;
  const outstanding = outstandingOf(state);
  return [...last.values()].map((one) => describe(one, outstanding.get(packageKey(one)) ?? 0, state));
}

function describe(
  shortfall: CampaignState["shortfalls"][number],
  outstanding: number,
  state: CampaignState,
): Row {
  const { slot, sellerId, mediaBuyId, packageId, kind, at, guaranteed, period, toldTo } = shortfall;
  const { ordered, delivered, expected, owed, method, remedy } = shortfall;
  const product = productName(state, sellerId, shortfall.productId);
  const makegoods = state.makegoods.filter((one) => packageKey(one) === packageKey(shortfall));
  const claim = claimMarkdown(shortfall, { state, product });
  return {
    slot,
    sellerId,
    mediaBuyId,
    packageId,
    product,
    kind,
    foundAt: at,
    guaranteed,
    period,
    toldTo,
    ordered,
    delivered,
    expected,
    owed,
    method,
    proposal: proposalWords(shortfall),
    needsPerson: remedy.type !== "shift" && remedy.beyondFlight,
    makegoods: makegoods.map(({ impressions, until, by, at: grantedAt, note }) => ({
      impressions,
      until,
      by,
      at: grantedAt,
      ...(note === undefined ? {} : { note }),
    })),
    outstanding,
    ...(claim === undefined ? {} : { claim }),
  };
}

function proposalWords({ remedy }: Shortfall): string {
  switch (remedy.type) {
    case "shift":
      return `give ${formatMoney(remedy.amount)} that it will not spend to other lines`;
    case "makegood":
      return `a makegood of ${formatCount(remedy.impressions)} impressions${whenWords(remedy)}, at no cost`;
    case "extension":
      return `more days for ${formatCount(remedy.impressions)} impressions${whenWords(remedy)}, for the budget that is agreed`;
  }
}

function whenWords({ until, beyondFlight }: { readonly until?: string; readonly beyondFlight: boolean }) {
  const date = until === undefined ? "" : ` by ${until}`;
  return `${date}${beyondFlight ? ", which is after the brief's flight: a person decides" : ""}`;
}
