import { z } from "zod";
import { TaskError } from "../../protocol/messages/errors.ts";
import { readKeyRing } from "../../protocol/signing/key-ring.ts";
import { openPins } from "../../wire.ts";
import type { Desk } from "../desk.ts";
import { ringFolder } from "../key-ring.ts";
import { calledAt, knownBy, knownByNames } from "../known-sellers.ts";
import { briefInputSchema, briefOf } from "../read-brief.ts";
import { UsageError } from "../usage-error.ts";
import { askAgent } from "./ask-agent.ts";
import { assessAgent } from "./assess-agent.ts";
import { openSchemas } from "./conformance/open-schemas.ts";
import { type DoctorOutput, doctorOutput, unreachableOutput } from "./output.ts";

export const doctorInputSchema = z.strictObject({
  agent: z.string().describe("its address, or its id in the registry"),
  brief: briefInputSchema.optional().describe("what products are asked for with; else in plain words"),
  schemas: z
    .string()
    .optional()
    .describe("folder of the public standard's JSON Schemas, in place of those at hand"),
});

/**
 * Asks an agent what a buyer has to know and assesses it; changes nothing there. With `pin`, the dialect that it states is
 * used with it from now on.
 */
export async function examine(
  { agent, brief: written, schemas: folder }: z.output<typeof doctorInputSchema>,
  desk: Desk,
  pin: boolean,
): Promise<DoctorOutput> {
  const schemas = openSchemas(folder);
  const brief = written && (await briefOf(written, desk));
  const agentUrl = checkedAddress(agent.includes("://") ? agent : await calledAt(agent, desk));
  const { dry: app, settings, home } = desk;
  const pins = openPins({ home, url: settings.ledger_url });
  await pins.refresh();
  const pinned = pins.read(agentUrl);
  const credential = await knownBy(agentUrl, desk);
  const { hasGovernanceCredential } = (await app.ports("doctor")).settings;
  const ours = {
    credential: credential && knownByNames[credential],
    governanceCredential: hasGovernanceCredential?.(agentUrl) ?? false,
    signs: readKeyRing(ringFolder(desk)).current !== undefined,
    reachable: settings.public_url !== undefined,
  };
  try {
    const agentFacts = await askAgent(agentUrl, app, { desk: ours, pinned, brief });
    const { says: dialect, tools, wire } = agentFacts;
    const isPinned = pinned?.dialect === dialect && (pinned.wire ?? "mcp") === wire;
    const newlyPinned = pin && (!isPinned || pinned.strays !== undefined);
    const since = new Date().toISOString();
    if (newlyPinned) pins.write(agentUrl, { dialect, tools, ...(wire === "a2a" && { wire }), since });
    const facts = { ...agentFacts, newlyPinned };
    return doctorOutput(facts, assessAgent(facts, schemas));
  } catch (cause) {
    const rule = cause instanceof TaskError ? unreachableRules[cause.code] : undefined;
    return unreachableOutput(agentUrl, whyUnreachable(agentUrl, cause), rule);
  } finally {
    await pins.close();
  }
}

/** What an agent breaks by not being one that can be spoken to. */
const unreachableRules: Readonly<Record<string, string>> = {
  UNKNOWN_PROTOCOL: "capabilities-missing",
  VERSION_UNSUPPORTED: "release-not-spoken",
  TIMEOUT: "answer-late",
  ANSWER_TOO_LARGE: "answer-too-large",
  INVALID_RESPONSE: "answer-unreadable",
};

export function checkedAddress(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`"${address}" is not an address; write for example https://seller.example/mcp`);
  const { username, password } = new URL(address);
  if (username !== "" || password !== "")
    throw new UsageError("an address holds no user and no password; set them with: flightdesk sellers add");
  return address;
}

/** Why an agent could not be asked, as one sentence about the agent's address. */
function whyUnreachable(agentUrl: string, cause: unknown): string {
  if (!(cause instanceof TaskError)) throw cause;
  const { code, message } = cause;
  switch (code) {
    case "UNREACHABLE":
    case "CONNECTION_LOST":
      return `No connection to ${agentUrl}: ${reasonIn(cause) ?? "what answers there speaks neither MCP nor A2A"}.`;
    case "REFERENCE_NOT_FOUND":
      return `There is no agent at ${agentUrl}: ${message.replace(/^\S+ answered /, "it answers ")}.`;
    case "INVALID_REQUEST":
      return `What is served at ${agentUrl} is not an agent: ${message.replace(/^\S+ answered /, "it answers ")}.`;
    default:
      return `${message.replace(/\.$/, "")}.`;
  }
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN|has no address/, "its host name is not known"],
  [/ECONNREFUSED/, "nothing listens there"],
  [/ECONNRESET|EPIPE|other side closed/, "the connection is closed at once"],
  [/EHOSTUNREACH|ENETUNREACH/, "its network cannot be reached"],
  [/CERT_HAS_EXPIRED/, "its TLS certificate has expired"],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, "its TLS certificate is for another host"],
  [
    /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/,
    "its TLS certificate comes from nobody that this machine trusts",
  ],
  [/EPROTO|ERR_SSL|wrong version number/, "it does not answer over TLS"],
  [/unexpected redirect/, "it redirects elsewhere, and credentials are not carried along"],
  [/TIMEOUT|TimedOut|timed out/i, "it does not answer in time"],
];

/** Finds a known reason in the error and in what caused it; undefined where none is known. */
function reasonIn(cause: unknown): string | undefined {
  for (let error = cause, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth++) {
    const { code } = error as NodeJS.ErrnoException;
    const text = `${typeof code === "string" ? code : ""} ${error.message}`;
    const found = reasons.find(([pattern]) => pattern.test(text));
    if (found !== undefined) return found[1];
    if (error instanceof AggregateError) {
      const inner = error.errors.map(reasonIn).find((one) => one !== undefined);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}
