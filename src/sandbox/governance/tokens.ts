import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from "jose";
import type { Clock } from "../../lib/clock.ts";
import { digest } from "../../lib/digest.ts";
import { withoutCredentials } from "../payload.ts";
import { Refusal } from "../refusal.ts";

/** What an approval binds: one call of one tool with exactly one payload, at one agent where it is named. */
export interface Approved {
  readonly plan_id: string;
  readonly check_id: string;
  readonly caller: string;
  readonly tool: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly target_agent: string | undefined;
  /** UTC milliseconds. */
  readonly expiresAt: number;
}

export interface Presented {
  readonly token: string;
  /** The agent that the token was sent to. */
  readonly agentUrl: string;
  readonly tool: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const kid = "sandbox-governance-1";

/** A fresh pair of keys: each deployment signs with its own. */
export async function governanceKeys() {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA");
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: "EdDSA", use: "sig" };
  return { publicKey, privateKey, jwk };
}

/** Issues approval tokens as the governance agent and verifies them as a seller does; `type` is the `typ` of their header. */
export function approvalTokens(
  { publicKey, privateKey }: Awaited<ReturnType<typeof governanceKeys>>,
  { clock, issuer, type }: { readonly clock: Clock; readonly issuer: string; readonly type: string },
) {
  function issue(approved: Approved): Promise<string> {
    const { plan_id, check_id, caller, tool, payload, target_agent, expiresAt } = approved;
    const token = new SignJWT({ check_id, caller, tool, payload_hash: payloadHash(payload) })
      .setProtectedHeader({ alg: "EdDSA", typ: type, kid })
      .setIssuer(issuer)
      .setSubject(plan_id)
      .setIssuedAt(Math.floor(clock.now() / 1000))
      .setExpirationTime(Math.floor(expiresAt / 1000))
      .setJti(`${check_id}-token`);
    return (target_agent === undefined ? token : token.setAudience(target_agent)).sign(privateKey);
  }

  /** Refuses a token that is forged, expired, for another agent, another task or another payload. */
  async function verify({ token, agentUrl, tool, payload }: Presented): Promise<void> {
    const { payload: claims } = await jwtVerify(token, publicKey, {
      algorithms: ["EdDSA"],
      typ: type,
      issuer,
      requiredClaims: ["sub", "exp", "payload_hash"],
      currentDate: new Date(clock.now()),
    }).catch((cause: unknown) => {
      throw refused(cause instanceof Error ? cause.message : "the token cannot be read");
    });
    if (claims.aud !== undefined && claims.aud !== agentUrl) throw refused("the token is for another agent");
    if (claims["tool"] !== tool) throw refused("the token is for another task");
    if (claims["payload_hash"] !== payloadHash(payload)) throw refused("the token is for other arguments");
  }

  return { issue, verify };
}
export type ApprovalTokens = ReturnType<typeof approvalTokens>;

/** Hash of a call's arguments without what is added after the check: the token, and what sellers present to this agent. */
function payloadHash(payload: Readonly<Record<string, unknown>>): string {
  const { governance_context: _token, ...bound } = payload;
  return digest(withoutCredentials(bound));
}

function refused(reason: string): Refusal {
  return new Refusal(
    "PERMISSION_DENIED",
    `governance_context is not accepted: ${reason}`,
    "governance_context",
  );
}
