import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import type { Step } from "../../src/campaign/model/step/step.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { digest } from "../../src/lib/digest.ts";
import { money } from "../../src/lib/money.ts";

let written = 0;

/** Writes what happened to a campaign. */
export async function happen(ledger: Ledger, campaign: string, ...events: CampaignEvent[]): Promise<void> {
  const journal = await openJournal(ledger, campaign);
  for (const event of events) await journal.record(event, `test/${written++}`);
}

export function begun(name: string): CampaignEvent {
  return {
    type: "campaign-begun",
    brief: {
      name,
      brand: { domain: "acme.example", name: "Acme" },
      objective: "awareness",
      budget: money(100_000_00, "EUR"),
      flight: { start: "2027-02-01", end: "2027-02-28" },
      countries: ["DE"],
      channels: ["display"],
      audience: "adults",
      kpi: { metric: "cpm", target: 10 },
      limits: { excludedSellers: [] },
      creatives: [],
      questions: [],
    },
    governancePlanId: "plan-1",
    policies: [],
  };
}

/** An order of EUR 12,000 at a seller that a policy asks people about. */
export function asks(
  seller: string,
  { total = 12_000_00, stepId = `buy/${seller}/EUR` } = {},
): CampaignEvent[] {
  const amount = money(total, "EUR");
  const step: Step = {
    id: stepId,
    task: "create_media_buy",
    agentId: seller,
    agentUrl: "https://seller.example/mcp",
    arguments: {},
    amount,
    planAmount: amount,
    purpose: `Buy at ${seller}`,
    lineIds: [],
  };
  return [
    { type: "step-proposed", step },
    {
      type: "verdict-given",
      stepId,
      digest: digest({ seller, total }),
      verdict: { type: "escalated", by: { policies: ["ask.yaml"] }, reasons: [`${seller} is asked about`] },
    },
  ];
}

/** A person's yes, and the order that goes out after it. */
export function approved(stepId: string, by: string): CampaignEvent[] {
  return [
    { type: "step-approved", stepId, digest: "0", by },
    { type: "step-begun", stepId, bytes: "{}", digest: "0", idempotencyKey: "key" },
  ];
}
