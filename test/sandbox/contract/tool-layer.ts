import { simulatedClock } from "../../../src/lib/clock.ts";
import { approvalTokenType } from "../../../src/protocol/tasks/names.ts";
import { buildAgents } from "../../../src/sandbox/agents.ts";
import { answer } from "../../../src/sandbox/answer.ts";
import { previewShelf } from "../../../src/sandbox/creatives/previews.ts";
import { contractDialect } from "../../../src/sandbox/dialects/contract.ts";
import { activeFaults } from "../../../src/sandbox/faults/active-faults.ts";
import { answerTurns } from "../../../src/sandbox/faults/turns.ts";
import { approvalTokens, governanceKeys } from "../../../src/sandbox/governance/tokens.ts";
import { idempotencyStore } from "../../../src/sandbox/idempotency.ts";
import { sellers } from "../../../src/sandbox/inventory/sellers.ts";
import { callRecorder } from "../../../src/sandbox/record-call.ts";
import { type Sandbox, sandboxExchange } from "../../../src/sandbox/sandbox.ts";

export type Ask = (agent: string, task: string, given: Record<string, unknown>) => Promise<unknown>;

/** The agents of a deployment without their server, brought to the state that `sandbox` is in by the calls it has seen. */
export async function toolLayer(sandbox: Sandbox): Promise<Ask> {
  const { url } = sandbox;
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const tokens = approvalTokens(await governanceKeys(), {
    clock,
    issuer: sandbox.governanceUrl,
    type: approvalTokenType,
  });
  const previews = previewShelf(clock, url);
  const exchange = sandboxExchange;
  const { agents } = buildAgents({
    url,
    sellers,
    clock,
    seed: 1,
    tokens,
    exchange,
    decide: undefined,
    previews,
    dialect: contractDialect,
  });
  const house = {
    dialect: contractDialect,
    faults: new Map(),
    once: idempotencyStore(clock),
    tokens,
    recorder: callRecorder({}),
    requireGovernance: false,
    activeFaults: activeFaults(),
    turns: answerTurns(),
  };
  const ask: Ask = (path, task, given) => {
    const agent = agents.find((one) => one.path === path);
    if (agent === undefined) throw new Error(`no agent at ${path}`);
    const call = {
      wire: "mcp" as const,
      task,
      arguments: given,
      principal: "sandbox-buyer",
      authenticated: true,
      signal: new AbortController().signal,
      drop: () => undefined,
      active: [],
    };
    return answer(agent, call, house);
  };
  for (const { agent, task, arguments: given } of sandbox.calls) await ask(agent, task, { ...given });
  return ask;
}
