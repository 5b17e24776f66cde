import { simulatedClock } from "../lib/clock.ts";
import { buildAgents } from "./agents.ts";
import { previewShelf } from "./creatives/previews.ts";
import { contractDialect } from "./dialects/contract.ts";
import { sandboxExchange } from "./exchange.ts";
import { approvalTokens, governanceKeys } from "./governance/tokens.ts";
import { sellers } from "./inventory/sellers.ts";

/** Wire names of the tasks that the deployment's agents answer, each with the kinds of agent that do. Opens no port. */
export async function servedTasks(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const url = "http://sandbox.invalid";
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const { agents } = buildAgents({
    url,
    sellers,
    clock,
    seed: 1,
    tokens: approvalTokens(await governanceKeys(), {
      clock,
      issuer: `${url}/governance/mcp`,
      type: contractDialect.spelled.approvalTokenType,
    }),
    dialect: contractDialect,
    exchange: sandboxExchange,
    decide: undefined,
    previews: previewShelf(clock, url),
  });
  const served = new Map<string, Set<string>>();
  for (const { kind, tools } of agents)
    for (const { task } of tools)
      served.set(task.name, (served.get(task.name) ?? new Set<string>()).add(kind));
  return served;
}
