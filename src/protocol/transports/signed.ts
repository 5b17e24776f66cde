import { z } from "zod";
import { extract } from "../extract.ts";
import { names } from "../names.ts";
import { type Outgoing, outgoing } from "../signing/sign-request.ts";
import type { CallResult, Transport } from "../transport.ts";
import type { Wrap } from "./authenticated-fetch.ts";

/** The header fields that sign one request; fresh with each call. */
export type SignOutgoing = (outgoing: Outgoing) => Readonly<Record<string, string>>;

const capabilitiesTimeoutMs = 10_000;
const capabilitiesTasks: readonly string[] = [names.svc.capabilitiesTask, names.adcp.capabilitiesTask];

/**
 * A transport that signs its requests where the agent says that it verifies them, which it is asked once. An agent that
 * does not say gets none: it may refuse what it cannot read.
 */
export function signedTransport(open: (signing: Wrap) => Transport, sign: SignOutgoing): Transport {
  let advertised: Promise<boolean> | undefined;
  let signs = false;
  const transport = open((send) => async (url, init) => {
    if (!signs) return send(url, init);
    const headers = new Headers(init?.headers);
    const { method = "GET", body } = init ?? {};
    const text = typeof body === "string" ? body : undefined;
    const signed = sign(outgoing({ method, url: String(url), headers, body: text }));
    for (const [name, value] of Object.entries(signed)) headers.set(name, value);
    return send(url, { ...init, headers });
  });

  const ask = async () => {
    try {
      const tools = await transport.tools({ timeoutMs: capabilitiesTimeoutMs });
      const task = capabilitiesTasks.find((name) => tools.includes(name)) ?? names.svc.capabilitiesTask;
      return advertises(await transport.call(task, {}, { timeoutMs: capabilitiesTimeoutMs }));
    } catch {
      // Asked again with the next call; this one goes its way.
      advertised = undefined;
      return false;
    }
  };

  return {
    ...transport,
    call: async (task, request, options) => {
      if (!capabilitiesTasks.includes(task)) {
        advertised ??= ask();
        signs = await advertised;
        return transport.call(task, request, options);
      }
      const result = await transport.call(task, request, options);
      advertised = Promise.resolve(advertises(result));
      return result;
    },
  };
}

const capabilitiesSchema = z.looseObject({ request_signing: z.looseObject({ supported: z.literal(true) }) });

function advertises(result: CallResult): boolean {
  const extracted = extract(result);
  return extracted.type === "payload" && capabilitiesSchema.safeParse(extracted.payload).success;
}
