import type { Clock } from "../lib/clock.ts";
import { memoryNonces } from "../lib/nonces.ts";
import { safeFetch } from "../protocol/addresses/safe-fetch.ts";
import { type KeyDirectory, keyDirectory } from "../protocol/keys/key-directory.ts";
import { type Refused, refuse } from "../protocol/keys/reason-codes.ts";
import type { Profile } from "../protocol/signing/profile.ts";
import { verifySignature } from "../protocol/signing/verify-signature.ts";
import type { Caller } from "./authenticators.ts";
import type { Agent } from "./tool.ts";

interface Signed {
  readonly request: Request;
  readonly bytes: Buffer;
  readonly agent: Agent;
  /** Whom the other credentials that came with it name. */
  readonly byCredential: Exclude<Caller, { readonly type: "refused" }>;
  /** Whether the call may change anything. */
  readonly changes: boolean;
}

/** Who calls, where sellers verify signatures: a signature that does not hold is refused, whatever else comes with it. */
export interface SignedCallers {
  readonly identify: (signed: Signed) => Promise<Exclude<Caller, { readonly type: "refused" }> | Refused>;
}

const noKeys: KeyDirectory = {
  find: (keyId) => Promise.resolve(refuse("signature_key_unknown", `nobody here has a key ${keyId}`)),
  revocation: () => Promise.resolve(undefined),
};
const nobody = { principal: "", agentUrl: "", keys: noKeys };

/** `buyers`: agent URLs by principal. */
export function signedCallers(
  buyers: Readonly<Record<string, string>>,
  profile: Profile,
  clock: Clock,
): SignedCallers {
  const fetchJson = safeFetch({ allowLoopback: true });
  const nonces = memoryNonces();
  const directories = Object.entries(buyers).map(([principal, agentUrl]) => ({
    principal,
    agentUrl,
    keys: keyDirectory({ agentUrl, fetchJson, now: clock.now }),
  }));
  return {
    identify: async ({ request, bytes, agent, byCredential, changes }) => {
      const { headers, method, url } = request;
      const isSigned = headers.has("signature") || headers.has("signature-input");
      if (agent.requestSigning === undefined) return byCredential;
      if (!isSigned)
        return agent.requestSigning === "required" && changes ? refuse("signature_required") : byCredential;
      const received = {
        method,
        targetUri: new URL(`${new URL(url).pathname}${new URL(url).search}`, agent.url).href,
        headers: [...headers],
        body: bytes,
      };
      const candidates = directories.filter(
        ({ principal }) => byCredential.type === "anonymous" || principal === byCredential.principal,
      );
      // At last nobody: what is wrong with the message itself is found before its key is fetched.
      for (const { principal, agentUrl, keys } of [...candidates, nobody]) {
        const options = { profile, sender: agentUrl, keys, nonces, now: clock.now() };
        const verification = await verifySignature(received, options);
        if (verification.type === "verified") return { type: "known", principal };
        if (verification.fault !== "signature_key_unknown") return verification;
      }
      return refuse("signature_key_unknown");
    },
  };
}
