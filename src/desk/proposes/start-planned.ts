import { z } from "zod";
import { noGovernance } from "../../campaign/govern/ask-agent.ts";
import { recordsOf } from "../../campaign/model/policy/policy.ts";
import type { CampaignEvent } from "../../campaign/model/state/events.ts";
import type { Ports } from "../../campaign/model/state/ports.ts";
import { basisOf } from "../../campaign/run/change-brief.ts";
import { dayMs } from "../../lib/days.ts";
import { digest } from "../../lib/digest.ts";
import { askersOf, modelMark, refuseOthers } from "../caller.ts";
import { keptComparisons, keptPlan } from "../comparisons.ts";
import { goOn, refuseGone, refuseUnsigned } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutputSchema } from "../outputs/campaign-output.ts";
import { UsageError } from "../usage-error.ts";

/** What a comparison was answered, and what it made of it; who approves, and the checks before buying, are those of the day. */
const copiedEvents: ReadonlySet<string> = new Set<CampaignEvent["type"]>([
  "feasibility-judged",
  "sellers-discovered",
  "offers-quoted",
  "proposals-read",
  "signals-quoted",
  "track-record-noted",
  "offers-ranked",
  "brief-changed",
  "plan-made",
]);

/**
 * Begins the campaign of a plan that was shown, with exactly that plan: no seller is asked for offers again. What has begun
 * goes on, whoever calls it once more and whatever became of the first call.
 */
export const startPlanned = operation({
  input: z.strictObject({
    campaign: z.string().describe("as `plan` returned it"),
    basis: z.string().describe("as `plan` returned it: what was shown is what is begun"),
    sign_off: z
      .boolean()
      .default(false)
      .describe("people approve it before anything is ordered, whatever the policies let pass"),
  }),
  output: campaignOutputSchema,
  waitsForNamed: true,
  run: async (desk, { campaign, basis, sign_off: signOff }, caller) => {
    if (desk.settings.governance_url === undefined) throw new UsageError(noGovernance);
    const { app, observe, home } = desk;
    const ports = await app.ports(campaign, observe);
    const { journal } = ports;
    if ((await app.ledger.holders([campaign], "stage/plan")).size === 0) {
      const { brief, state, entries } = plannedAs(basis, campaign, home);
      refuseGone(state, desk);
      refuseOld(state, ports);
      await app.begin(brief, {
        as: campaign,
        wishes: state.wishes,
        requestedBy: askersOf(caller),
        signOff,
        ...modelMark(caller),
      });
      await journal.refresh();
      refuseOthers(journal.state(), caller);
      for (const { event, key } of entries) {
        // A comparison's entries were written by a journal, and their seals are whole.
        if (copiedEvents.has(event.type)) await journal.record(event as CampaignEvent, key);
      }
    }
    refuseOthers(journal.state(), caller);
    refuseUnsigned(journal.state(), signOff);
    return goOn("run", campaign, desk);
  },
});

/** The comparison that was shown. Throws a UsageError where there is none, or where it is another by now. */
function plannedAs(basis: string, campaign: string, home: string) {
  const { state, entries } = keptPlan(home, campaign) ?? noPlan(campaign, home);
  const { plan } = state;
  // A campaign is known by the brief that it begins with; what became of that follows it.
  const brief = entries
    .map(({ event }) => event as CampaignEvent)
    .find((event) => event.type === "campaign-begun")?.brief;
  if (brief === undefined || plan === undefined || plan.lines.length === 0) return noPlan(campaign, home);
  if (basisOf(state) !== basis)
    throw new UsageError(`nothing is begun: the plan of ${campaign} has changed. Review it again`);
  return { brief, state, entries };
}

function noPlan(campaign: string, home: string): never {
  throw new UsageError(
    keptComparisons(home).includes(campaign)
      ? `nothing is begun: ${campaign} was compared and has no plan. Plan the brief first`
      : `nothing is begun: there is no plan ${campaign} here. Plan the brief first`,
  );
}

/** A plan is begun by the rules and rates that it was made by, or not at all. */
function refuseOld(
  { policies, exchange, begunAt = "" }: ReturnType<typeof plannedAs>["state"],
  { clock, ...rules }: Pick<Ports, "clock" | "policies" | "exchange">,
): void {
  const madeBy = digest([policies, exchange ?? null]);
  if (digest([recordsOf(rules.policies), rules.exchange ?? null]) !== madeBy)
    throw new UsageError(
      "nothing is begun: policies or exchange rates have changed since. Plan the brief again",
    );
  if (clock.now() - Date.parse(begunAt) > dayMs)
    throw new UsageError("nothing is begun: the offers are more than a day old. Plan the brief again");
}
