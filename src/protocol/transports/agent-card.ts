import { z } from "zod";
import { eachLoose, lenient, looseFields } from "../../lib/described.ts";
import { refusalText } from "../../lib/limited-body.ts";
import type { Fetch } from "../addresses/lean-fetch.ts";
import { TaskError } from "../messages/errors.ts";
import { a2aProfile, names } from "../tasks/names.ts";
import { addressRefused } from "./refuse-address.ts";
import { accepted, HttpRefused, jsonOf } from "./rpc.ts";

/** Bytes of a card. */
const largestCard = 256 * 1024;
const cardFiles = ["agent-card.json", "agent.json"];
const wellKnown = "/.well-known/";
const capabilitiesTasks = [names.svc.capabilitiesTask, names.adcp.capabilitiesTask];

/** What an agent's card says of how it is called over A2A. */
export interface AgentCard {
  readonly endpoint: string;
  /** Of A2A: 0.3 spells its messages otherwise. */
  readonly spelling: "1.0" | "0.3";
  /** Whether tasks are called by the public profile, `{skill, input}`; else by `{skill, parameters}`. */
  readonly profile: boolean;
  /** Names of tasks. */
  readonly skills: readonly string[];
}

const offeredSchema = looseFields({
  url: z.string(),
  protocolBinding: z.string(),
  protocolVersion: z.string().optional(),
});
const olderSchema = looseFields({ url: z.string(), transport: z.string() });

/** Cards of A2A 1.0 and of 0.3: each has its addresses in fields of its own. */
const cardSchema = looseFields({
  supportedInterfaces: z.array(offeredSchema).optional(),
  url: z.string().optional(),
  preferredTransport: z.string().optional(),
  additionalInterfaces: lenient(z.array(olderSchema)),
  protocolVersion: z.string().optional(),
  capabilities: lenient(looseFields({ extensions: eachLoose({ uri: z.string() }).optional() })),
  skills: eachLoose({ id: z.string() }).catch([]),
}).refine(({ supportedInterfaces, url }) => supportedInterfaces !== undefined || url !== undefined);
type Card = z.infer<typeof cardSchema>;

/**
 * The card of the agent at an address: at the root of its origin or beside it, in the places of A2A 1.0 and 0.3. A card says
 * itself where the agent is called: on another origin nothing is, and a card of the origin for another path is another agent's.
 * Rejects with an HttpRefused where there is none, and with what is wrong with a card where none is right.
 */
export async function readCard(agentUrl: string, fetch: Fetch, signal: AbortSignal): Promise<AgentCard> {
  let refused: unknown;
  for (const place of placesOf(agentUrl)) {
    const response = await fetch(place, {
      method: "GET",
      headers: { Accept: "application/json" },
      redirect: "error",
      signal,
    });
    if (response.status === 404 || !/json/i.test(response.headers.get("content-type") ?? "")) {
      // Read to its end, it leaves the connection for the next request.
      await refusalText(response, signal);
      continue;
    }
    const body = await jsonOf(await accepted(response, signal), { maximumBytes: largestCard, signal });
    const card = cardSchema.safeParse(body).data;
    if (card === undefined) continue;
    try {
      const found = ownCard(agentUrl, card);
      if (found !== undefined) return found;
    } catch (cause) {
      refused = cause;
    }
  }
  throw refused ?? new HttpRefused("there is no agent card", 404);
}

function* placesOf(agentUrl: string): Generator<string> {
  if (agentUrl.includes(wellKnown)) return yield agentUrl;
  const folders = new Set([
    new URL("/", agentUrl).href,
    `${agentUrl.replace(/[?#].*$/, "").replace(/(?<!\/)\/+$/, "")}/`,
    folderOf(agentUrl),
  ]);
  for (const file of cardFiles)
    for (const folder of folders) yield new URL(`.${wellKnown}${file}`, folder).href;
}

/** Where an agent's own addresses lie: beside its address. */
function folderOf(agentUrl: string): string {
  return new URL(".", agentUrl.split(wellKnown)[0] ?? agentUrl).href;
}

/** Undefined where the card is of another agent on the same origin. */
function ownCard(agentUrl: string, card: Card): AgentCard | undefined {
  const supported = interfacesOf(card).filter(({ binding }) => binding.toUpperCase() === "JSONRPC");
  const newer = supported.filter(({ version }) => version.startsWith("1."));
  const older = supported.filter(({ version }) => version.startsWith("0."));
  const [first] = [...newer, ...older];
  if (first === undefined)
    throw new TaskError(
      "UNKNOWN_PROTOCOL",
      `${agentUrl} offers A2A in no way that is supported: JSON-RPC of the versions 1.0 and 0.3`,
    );
  const { origin, href: endpoint } = URL.canParse(first.url) ? new URL(first.url) : {};
  if (endpoint === undefined || origin !== new URL(agentUrl).origin)
    throw addressRefused(agentUrl, "its agent card leads to another origin");
  if (!endpoint.startsWith(folderOf(agentUrl))) return undefined;
  const profile = card.capabilities?.extensions?.some(({ uri }) => uri === a2aProfile) ?? false;
  const skills = card.skills.map(({ id }) => id);
  const listsItself = capabilitiesTasks.some((task) => skills.includes(task));
  return {
    endpoint,
    spelling: newer.includes(first) ? "1.0" : "0.3",
    profile,
    // Before the profile nothing made a card list it; agents on the public standard's own server have it and do not.
    skills: profile || listsItself ? skills : [...skills, names.adcp.capabilitiesTask],
  };
}

function interfacesOf({
  supportedInterfaces,
  url,
  preferredTransport = "JSONRPC",
  additionalInterfaces = [],
  protocolVersion = "0.3",
}: Card): readonly { readonly url: string; readonly binding: string; readonly version: string }[] {
  const offered = supportedInterfaces?.map((one) => ({
    url: one.url,
    binding: one.protocolBinding,
    version: one.protocolVersion ?? "1.0",
  }));
  if (offered !== undefined && offered.length > 0) return offered;
  const [main, others] = [url ?? "", additionalInterfaces];
  return [
    { url: main, binding: preferredTransport, version: protocolVersion },
    ...others.map((one) => ({ url: one.url, binding: one.transport, version: protocolVersion })),
  ];
}
