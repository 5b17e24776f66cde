import { z } from "zod";
import type { ExecutePorts } from "../../campaign/execute/execute-ports.ts";
import { noGovernance } from "../../campaign/govern/ask-agent.ts";
import { advance } from "../../campaign/run/advance.ts";
import { askersOf, modelMark, refuseOthers } from "../caller.ts";
import { keepComparison } from "../comparisons.ts";
import type { Desk } from "../desk.ts";
import { drive, refuseUnsigned, refuseWithoutRegistry } from "../drive.ts";
import { explain } from "../explain.ts";
import { operation } from "../operation.ts";
import { campaignOutput, campaignOutputSchema } from "../outputs/campaign-output.ts";
import { plannedCalls } from "../outputs/planned-calls.ts";
import { briefInputSchema, briefOf } from "../read-brief.ts";
import { UsageError } from "../usage-error.ts";
import { withScenarios } from "../with-scenarios.ts";

/** Plans a brief, and with `execute` buys it; else lists the calls that it would make. */
export const run = operation({
  input: z.strictObject({
    brief: briefInputSchema,
    execute: z.boolean().default(false),
    confirmed: z
      .boolean()
      .default(false)
      .describe("a person has confirmed that a free text was understood correctly"),
    again: z.boolean().default(false).describe("a new campaign of a brief that was run before"),
    sign_off: z
      .boolean()
      .default(false)
      .describe("people approve it before anything is ordered, whatever the policies let pass"),
    explain: z.boolean().default(false).describe("a configured model reads the offers and words the plan"),
  }),
  output: campaignOutputSchema,
  carriesOut: ({ execute }) => execute,
  waitsForNamed: true,
  run: async (
    desk,
    { brief: written, execute, confirmed, again, explain: explained, sign_off: signOff },
    caller,
  ) => {
    const { observe, home, settings } = desk;
    // Before anybody is asked for offers that nothing could come of.
    if (execute && settings.governance_url === undefined) throw new UsageError(noGovernance);
    const app = execute ? desk.app : desk.dry;
    const brief = await briefOf(written, desk, { spends: execute, confirmed });
    refuseWithoutRegistry(desk);
    const campaignId = await app.begin(brief, {
      again: desk.simulation !== undefined || again,
      observe,
      requestedBy: askersOf(caller),
      signOff,
      ...modelMark(caller),
    });
    const ports = await app.ports(campaignId, observe);
    refuseOthers(ports.journal.state(), caller);
    refuseUnsigned(ports.journal.state(), signOff);
    const explanation = explained ? await explainFirst(ports, desk) : undefined;
    const waiting = await drive(ports, execute ? "end" : "plan", desk);
    if (!execute) await keepComparison(app.ledger, campaignId, home);
    const state = ports.journal.state();
    return campaignOutput(await withScenarios(state, desk), {
      command: "run",
      executed: execute,
      waiting,
      ...(execute ? {} : { calls: await plannedCalls(state, ports) }),
      explanation,
    });
  },
});

/** Before anything is bought: what a model makes of the offers stands in the record with the plan. */
async function explainFirst(ports: ExecutePorts, desk: Desk) {
  await advance(ports, "plan");
  return explain(ports, desk);
}
