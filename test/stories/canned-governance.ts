import type { Canned, CannedSeller, JsonObject } from "../canned/market.ts";

const versioned = { status: "completed", adcp_version: "3.1" };

/** What the agent says of a call: a verdict with its words, and the approval's life in milliseconds. */
export interface Said {
  readonly verdict: "approved" | "denied";
  readonly explanation?: string;
  readonly livesMs?: number;
}

/**
 * A governance agent of the public standard that keeps no books: `check` says what it says of each call, and may take its
 * time or never come back. `now` is what its approvals expire by.
 */
export function cannedGovernance(
  check: (
    request: JsonObject,
  ) => Said | { readonly http: number } | Promise<Said | { readonly http: number }>,
  now: () => number,
): CannedSeller {
  let checks = 0;
  const check_governance: Canned = async (request) => {
    // Its approval lives from when it was asked, however long the answer takes.
    const asked = now();
    const said = await check(request);
    if ("http" in said) return said;
    const { verdict, explanation = "as the plan has it", livesMs = 900_000 } = said;
    const check_id = `chk_${++checks}`;
    const approval =
      verdict === "approved"
        ? { expires_at: new Date(asked + livesMs).toISOString(), governance_context: `token_${checks}` }
        : { findings: [{ category_id: "plan", severity: "critical", explanation }] };
    return {
      payload: { ...versioned, check_id, verdict, plan_id: request["plan_id"], explanation, ...approval },
    };
  };
  return {
    slug: "governance",
    channels: [],
    tools: {
      get_adcp_capabilities: () => ({
        payload: {
          ...versioned,
          adcp: {
            major_versions: [3],
            supported_versions: ["3.0", "3.1"],
            idempotency: { supported: true, replay_ttl_seconds: 86_400 },
          },
          supported_protocols: ["governance"],
        },
      }),
      check_governance,
      sync_plans: ({ plans }) => ({
        payload: {
          ...versioned,
          // Of our own request.
          plans: (plans as readonly JsonObject[]).map(({ plan_id }) => ({
            plan_id,
            status: "active",
            version: 1,
          })),
        },
      }),
      report_plan_outcome: () => ({
        payload: { ...versioned, outcome_id: "out_1", outcome_state: "accepted" },
      }),
    },
  };
}
