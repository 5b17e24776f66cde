import { messageOf } from "../../lib/cause.ts";
import type { CredentialSource } from "../messages/credentials.ts";
import type { Transport, Wire } from "../messages/transport.ts";
import type { SearchRegistry } from "../registry/registry.ts";
import { a2aTransport } from "./a2a.ts";
import type { Wrap } from "./authenticated-fetch.ts";
import { UnsupportedTransport, type WireOptions } from "./calls.ts";
import { mcpTransport } from "./mcp.ts";
import { refusingAddresses } from "./refuse-address.ts";
import { type SignOutgoing, signedTransport } from "./signed.ts";

const transports = { mcp: mcpTransport, a2a: a2aTransport };
/** Milliseconds for an agent to answer what it lists. */
const askMs = 10_000;

/** What an agent lists over one wire, or why that is not known. */
export type Doorway =
  | { readonly type: "open"; readonly tools: readonly string[] }
  | { readonly type: "none" }
  | { readonly type: "shut"; readonly reason: string };

/**
 * Transports to any agent that may be called, over the wire that fits it; `pinned`: what was found out of it before. `signer` is
 * absent where there is no key to sign with.
 */
export function transportsTo(
  credentials: CredentialSource,
  options: Omit<WireOptions, "signing">,
  {
    pinned,
    signer,
  }: {
    readonly pinned: (agentUrl: string) => Wire | undefined;
    readonly signer: ((agentUrl: string) => SignOutgoing) | undefined;
  },
) {
  const listed = new Map<string, Wire>();
  const over = (agentUrl: string, signing?: Wrap) => (wire: Wire) =>
    transports[wire](agentUrl, credentials, { ...options, ...(signing && { signing }) });
  const chosen = (agentUrl: string, signing?: Wrap) =>
    chosenTransport(over(agentUrl, signing), () => listed.get(agentUrl) ?? pinned(agentUrl));
  return {
    open: refusingAddresses(
      (agentUrl) =>
        signer === undefined
          ? chosen(agentUrl)
          : signedTransport((signing) => chosen(agentUrl, signing), signer(agentUrl)),
      options.addresses,
    ),
    /** The same search, which takes note of the wires that the registry names. */
    noting:
      (search: SearchRegistry): SearchRegistry =>
      async (query) => {
        const found = await search(query);
        for (const { agentUrl, wire } of found) if (wire !== undefined) listed.set(agentUrl, wire);
        return found;
      },
    /** Which endpoints an agent has, asked anew. */
    endpointsOf: async (agentUrl: string): Promise<Readonly<Record<Wire, Doorway>>> => {
      const [mcp, a2a] = await Promise.all([doorway(over(agentUrl)("mcp")), doorway(over(agentUrl)("a2a"))]);
      return { mcp, a2a };
    },
  };
}

async function doorway(transport: Transport): Promise<Doorway> {
  try {
    return { type: "open", tools: await transport.tools({ timeoutMs: askMs }) };
  } catch (cause) {
    return cause instanceof UnsupportedTransport
      ? { type: "none" }
      : { type: "shut", reason: messageOf(cause) };
  } finally {
    await transport.close();
  }
}

/**
 * A transport over the wire that an agent is listed or pinned with, else MCP; over the other one where its address does not speak
 * that. That shows before anything is sent, and costs nothing where the first one is right. What has carried one call carries all
 * of them.
 */
export function chosenTransport(open: (wire: Wire) => Transport, known: () => Wire | undefined): Transport {
  const opened = new Map<Wire, Transport>();
  let settled: Wire | undefined;
  const over = (wire: Wire) => {
    const transport = opened.get(wire) ?? open(wire);
    opened.set(wire, transport);
    return transport;
  };
  const attempt = async <Result>(wire: Wire, ask: (transport: Transport) => Promise<Result>) => {
    const result = await ask(over(wire));
    settled ??= wire;
    return result;
  };
  const chosen = async <Result>(ask: (transport: Transport) => Promise<Result>): Promise<Result> => {
    const first = settled ?? known() ?? "mcp";
    try {
      return await attempt(first, ask);
    } catch (cause) {
      if (settled !== undefined || !(cause instanceof UnsupportedTransport)) throw cause;
      return attempt(first === "mcp" ? "a2a" : "mcp", ask).catch((other: unknown) => {
        throw other instanceof UnsupportedTransport ? cause : other;
      });
    }
  };
  return {
    call: (task, request, options) => chosen((transport) => transport.call(task, request, options)),
    tools: (options) => chosen((transport) => transport.tools(options)),
    wire: () => settled,
    close: async () => {
      await Promise.all([...opened.values()].map((transport) => transport.close()));
    },
  };
}
