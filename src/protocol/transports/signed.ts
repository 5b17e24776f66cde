import { extract } from "../messages/extract.ts";
import type { CallResult, Transport } from "../messages/transport.ts";
import { type Outgoing, outgoing } from "../signing/sign-request.ts";
import { type SigningPolicy, signingPolicy } from "../signing/signing-policy.ts";
import { names } from "../tasks/names.ts";
import type { Wrap } from "./authenticated-fetch.ts";

/** The header fields that sign one request, fresh with each call; none where there is no key that the agent takes. */
export type SignOutgoing = (
  outgoing: Outgoing,
  options: Pick<SigningPolicy, "coversDigest" | "newer">,
) => Readonly<Record<string, string>>;

const capabilitiesTimeoutMs = 10_000;
const capabilitiesTasks: readonly string[] = [names.svc.capabilitiesTask, names.adcp.capabilitiesTask];

/**
 * A transport that signs what the agent says that it verifies, which it is asked once. An agent that does not say gets no
 * signatures: it may refuse what it cannot read.
 */
export function signedTransport(open: (signing: Wrap) => Transport, sign: SignOutgoing): Transport {
  let advertised: Promise<SigningPolicy | undefined> | undefined;
  let policy: SigningPolicy | undefined;
  const transport = open((send) => async (url, init) => {
    const { method = "GET", body } = init ?? {};
    const text = typeof body === "string" ? body : undefined;
    if (policy?.signs(text) !== true) return send(url, init);
    const headers = new Headers(init?.headers);
    const signed = sign(outgoing({ method, url: String(url), headers, body: text }), policy);
    for (const [name, value] of Object.entries(signed)) headers.set(name, value);
    return send(url, { ...init, headers });
  });

  const ask = async () => {
    try {
      const tools = await transport.tools({ timeoutMs: capabilitiesTimeoutMs });
      const task = capabilitiesTasks.find((name) => tools.includes(name)) ?? names.svc.capabilitiesTask;
      return policyOf(await transport.call(task, {}, { timeoutMs: capabilitiesTimeoutMs }));
    } catch {
      // Asked again with the next call; this one goes its way.
      advertised = undefined;
      return undefined;
    }
  };

  return {
    ...transport,
    call: async (task, request, options) => {
      if (!capabilitiesTasks.includes(task)) {
        advertised ??= ask();
        policy = await advertised;
        return transport.call(task, request, options);
      }
      const result = await transport.call(task, request, options);
      advertised = Promise.resolve(policyOf(result));
      return result;
    },
  };
}

function policyOf(result: CallResult): SigningPolicy | undefined {
  const extracted = extract(result);
  return extracted.type === "payload" ? signingPolicy(extracted.payload) : undefined;
}
