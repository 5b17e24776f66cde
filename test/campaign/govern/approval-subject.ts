import { randomUUID } from "node:crypto";
import type { SignedApproval } from "../../../src/campaign/approvals/approval.ts";
import type { ApprovalSubject } from "../../../src/campaign/approvals/approval-problem.ts";
import type { Approvers } from "../../../src/campaign/model/decisions/approvers.ts";
import { emptyState, type StepState } from "../../../src/campaign/model/state/state.ts";
import { digest } from "../../../src/lib/digest.ts";
import { newKey, publicKeyOf } from "../../../src/lib/key-file.ts";
import { money } from "../../../src/lib/money.ts";

export const keys = { kim: newKey(), robin: newKey(), sam: newKey(), stranger: newKey() };
export const now = Date.parse("2027-01-04T08:00:00Z");

const person = (name: "kim" | "robin" | "sam", upTo: number) => ({
  name,
  publicKey: publicKeyOf(keys[name]),
  upTo: money(upTo, "EUR"),
});

/** Kim and Robin may approve, Robin little; Sam asked for the campaign. */
export const people: Approvers = {
  type: "named",
  people: [person("kim", 10_000_000), person("robin", 2_000_000), person("sam", 10_000_000)],
  tiers: [{ over: money(5_000_000, "EUR"), approvers: 2, typeTotal: false }],
};

export const buyArguments = {
  idempotency_key: "6f1b2c1e-8f0a-4b7e-9c55-0f5a0c1d2e3f",
  buyer_ref: "campaign-1/buy/kiosk.example/EUR",
  packages: [{ product_id: "feed", pricing_option_id: "cpm-eur", budget: 10_000, bid_price: 5 }],
  start_time: "2027-01-18T00:00:00Z",
  end_time: "2027-03-01T00:00:00Z",
};

export function waitingBuy(request: Readonly<Record<string, unknown>> = buyArguments): StepState {
  return {
    step: {
      id: "buy/kiosk.example/EUR",
      task: "create_media_buy",
      agentId: "kiosk.example",
      agentUrl: "https://kiosk.example/mcp",
      arguments: request,
      amount: money(1_000_000, "EUR"),
      planAmount: money(1_000_000, "EUR"),
      purpose: "buy a package",
      lineIds: [],
    },
    status: "escalated",
    verdicts: [],
    times: {},
  };
}

export function subjectOf(current: StepState = waitingBuy()): ApprovalSubject {
  return {
    current,
    digest: digest(current.step.arguments),
    state: { ...emptyState("campaign-1"), requestedBy: ["Sam"], steps: [current] },
    approvers: people,
    now,
  };
}

/** What Kim signs for the waiting buy, with changes. */
export function consentOf(changes: Partial<SignedApproval> = {}): SignedApproval {
  return {
    campaign: "campaign-1",
    step: "buy/kiosk.example/EUR",
    digest: digest(buyArguments),
    total: 1_000_000,
    currency: "EUR",
    approver: "kim",
    iat: now / 1000,
    exp: now / 1000 + 3600,
    jti: randomUUID(),
    ...changes,
  };
}
