import { randomUUID } from "node:crypto";
import { AdcpError, createAdcpServerFromPlatform, definePlatform } from "@adcp/sdk/server";
import type { CheckGovernanceRequest, ReportPlanOutcomeRequest, SyncPlansRequest } from "@adcp/sdk/types";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Clock } from "../../../src/lib/clock.ts";
import { digest } from "../../../src/lib/digest.ts";
import { lasting } from "../agents/lasting.ts";
import { type Agent, type AgentOptions, openAgent } from "../agents/open-agent.ts";

type Plan = SyncPlansRequest["plans"][number];

/** The buyer's governance agent: it holds each call against a plan, and counts what outcomes commit. */
export interface GovernanceAgent extends Agent {
  readonly plans: ReadonlyMap<string, Plan>;
  readonly checks: readonly Check[];
  readonly outcomes: readonly ReportPlanOutcomeRequest[];
}

interface Check {
  readonly id: string;
  readonly request: CheckGovernanceRequest;
  readonly status: "approved" | "denied";
  readonly token: string | undefined;
}

export interface GovernanceOptions extends Pick<AgentOptions, "count" | "damage"> {
  readonly clock: Clock;
  /** Why a call may not be made; none is refused where it is absent. */
  readonly objection?: (request: CheckGovernanceRequest) => string | undefined;
}

const minutes = 60_000;
const kid = "governance-1";

export async function openGovernanceAgent(options: GovernanceOptions): Promise<GovernanceAgent> {
  const { clock } = options;
  const plans = new Map<string, Plan>();
  const checks: Check[] = [];
  const outcomes: ReportPlanOutcomeRequest[] = [];
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519" });
  const account = { id: "buyer", name: "buyer", status: "active" as const, ctx_metadata: {} };
  const shared = lasting();
  const planOf = (id: string) => {
    const plan = plans.get(id);
    if (plan === undefined) throw new AdcpError("PLAN_NOT_FOUND", { message: `there is no plan ${id}` });
    return plan;
  };
  const agent = await openAgent({
    ...options,
    server: (url) =>
      createAdcpServerFromPlatform(
        definePlatform({
          capabilities: { specialisms: ["governance-spend-authority"] as const, config: {} },
          accounts: { resolve: () => Promise.resolve(account) },
          campaignGovernance: {
            syncPlans: ({ plans: told }) => {
              for (const plan of told) plans.set(plan.plan_id, plan);
              return Promise.resolve({
                plans: told.map(({ plan_id }) => ({ plan_id, status: "active" as const, version: 1 })),
              });
            },
            checkGovernance: async (request) => {
              const plan = planOf(request.plan_id);
              const id = randomUUID();
              const objection = options.objection?.(request);
              const token =
                objection === undefined
                  ? await tokenFor({ id, url, plan, caller: request.caller, now: clock.now() }, privateKey)
                  : undefined;
              const status = token === undefined ? ("denied" as const) : ("approved" as const);
              checks.push({ id, request, status, token });
              const answer = { check_id: id, status, plan_id: plan.plan_id };
              return token === undefined
                ? {
                    ...answer,
                    explanation: objection ?? "",
                    findings: [
                      { category_id: "policy", severity: "critical" as const, explanation: objection ?? "" },
                    ],
                  }
                : {
                    ...answer,
                    explanation: "within the plan",
                    expires_at: new Date(clock.now() + 15 * minutes).toISOString(),
                    governance_context: token,
                  };
            },
            reportPlanOutcome: (request) => {
              planOf(request.plan_id);
              outcomes.push(request);
              const committed_budget = request.seller_response?.committed_budget ?? 0;
              return Promise.resolve({
                outcome_id: randomUUID(),
                status: "accepted" as const,
                committed_budget,
              });
            },
            getPlanAuditLogs: () => Promise.resolve({ plans: [] }),
          },
        }),
        { name: "a governance agent", version: "1.0.0", ...shared },
      ),
    files: (origin) => ({
      "/.well-known/brand.json": {
        house: { domain: "buyer.example", name: "The buyer" },
        agents: [
          {
            type: "governance",
            id: "governance",
            url: `${origin}/mcp`,
            jwks_uri: `${origin}/.well-known/jwks.json`,
          },
        ],
      },
      "/.well-known/jwks.json": { keys: [jwk] },
    }),
  });
  const jwk = {
    ...(await exportJWK(publicKey)),
    kid,
    alg: "EdDSA",
    use: "sig",
    key_ops: ["verify"],
    adcp_use: "governance-signing",
  };
  return { ...agent, plans, checks, outcomes };
}

interface Grant {
  readonly id: string;
  readonly url: string;
  readonly plan: Plan;
  readonly caller: string;
  /** UTC milliseconds. */
  readonly now: number;
}

/** A token as 3.0 has it: for a plan, not for one seller's arguments, which a check of 3.0 does not name. */
function tokenFor({ id, url, plan, caller, now }: Grant, key: CryptoKey): Promise<string> {
  return new SignJWT({ phase: "intent", caller, check_id: id, plan_hash: digest(plan) })
    .setProtectedHeader({ alg: "EdDSA", typ: "adcp-gov+jws", kid })
    .setIssuer(url)
    .setSubject(plan.plan_id)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor((now + 15 * minutes) / 1000))
    .setJti(randomUUID())
    .sign(key);
}
