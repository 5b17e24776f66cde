import { z } from "zod";
import { lenient } from "../../lib/described.ts";
import { listed } from "../../lib/english.ts";
import type { JsonObject } from "../../lib/json-object.ts";
import { cleanAnswer } from "../messages/clean-answer.ts";
import { TaskError } from "../messages/errors.ts";
import { extract } from "../messages/extract.ts";
import type { Transport } from "../messages/transport.ts";
import { wantsPadding } from "../signing/signing-policy.ts";
import {
  names,
  type PublicRelease,
  publicMajor,
  publicName,
  publicReleases,
  releaseOf,
} from "../tasks/names.ts";
import { lifecycleTools } from "./adcp/compact/lifecycle.ts";
import type { Pin } from "./book.ts";
import type { DialectName } from "./dialect.ts";

const timeoutMs = 10_000;

/**
 * Asks an agent which protocol it speaks: by the tools that it lists, and for the public standard by the releases in its
 * capabilities. `wanted` decides where a person has. Rejects with a TaskError where the agent does not answer or speaks
 * neither.
 */
export async function negotiate(
  agentUrl: string,
  transport: Transport,
  wanted: DialectName | undefined,
): Promise<Omit<Pin, "since">> {
  if (wanted === "svc" || wanted === "svc-older") return { dialect: wanted, tools: [] };
  const tools = await transport.tools({ timeoutMs });
  const found = { tools, ...(transport.wire?.() === "a2a" && { wire: "a2a" as const }) };
  if (wanted !== undefined) return { dialect: wanted, ...found };
  if (tools.includes(names.svc.capabilitiesTask)) return { dialect: "svc", ...found };
  if (tools.includes(names.adcp.capabilitiesTask)) {
    const { lifecycle, ...spoken } = await releaseAt(agentUrl, transport);
    return { ...spoken, ...found, tools: tools.filter((tool) => isServed(tool, lifecycle)) };
  }
  throw new TaskError(
    "UNKNOWN_PROTOCOL",
    `${agentUrl} lists neither ${names.adcp.capabilitiesTask} nor ${names.svc.capabilitiesTask}: it is not an agent of either protocol`,
  );
}

/** A tool of the compact lifecycle is there where the agent's capabilities name it too, if they name any. */
function isServed(tool: string, lifecycle: readonly string[] | undefined): boolean {
  return lifecycle === undefined || !lifecycleTools.includes(tool) || lifecycle.includes(tool);
}

const capabilitiesSchema = z.looseObject({
  /** The release that the agent answers in. */
  [names.adcp.versionField]: lenient(z.string()),
  adcp: z.looseObject({
    supported_versions: lenient(z.array(z.string())),
    major_versions: lenient(z.array(z.number())),
  }),
  media_buy: lenient(z.looseObject({ lifecycle_tools: z.array(z.string()).optional() })),
});

async function releaseAt(
  agentUrl: string,
  transport: Transport,
): Promise<Pick<Pin, "dialect" | "newer"> & { readonly lifecycle: readonly string[] | undefined }> {
  const ask = async (request: JsonObject) => {
    const answer = extract(await transport.call(names.adcp.capabilitiesTask, request, { timeoutMs }));
    if (answer.type === "error") throw answer.error;
    const { payload } = await cleanAnswer(answer.payload);
    return capabilitiesSchema.safeParse(payload).data;
  };
  const capabilities = await ask({});
  const declared = capabilities?.adcp;
  const versions = declared?.supported_versions;
  const newer = wantsPadding(versions) ? { newer: true as const } : {};
  const answeredIn = capabilities?.[names.adcp.versionField];
  const release =
    chooseRelease(versions, declared?.major_versions, answeredIn) ?? (await answeredAnyway(versions, ask));
  const lifecycle = capabilities?.media_buy?.lifecycle_tools;
  if (release !== undefined) return { dialect: `adcp-${release}`, ...newer, lifecycle };
  const theirs = versions ?? declared?.major_versions ?? [];
  throw new TaskError(
    "VERSION_UNSUPPORTED",
    theirs.length === 0
      ? `${agentUrl} speaks no version that it names; supported here: ${publicReleases.join(", ")}`
      : `speaks only ${publicName} ${listed(theirs.map(String))}, flightdesk speaks ${listed(publicReleases)}`,
  );
}

/** An agent that lists newer releases alone may answer the newest of ours all the same: it is asked once, in that one. */
async function answeredAnyway(
  versions: readonly string[] | undefined,
  ask: (request: JsonObject) => Promise<z.output<typeof capabilitiesSchema> | undefined>,
): Promise<PublicRelease | undefined> {
  const newest = publicReleases.at(-1);
  const isOurs = versions?.some((version) => version.startsWith(`${publicMajor}.`)) === true;
  if (!isOurs || newest === undefined) return undefined;
  const { versionField, majorVersionField } = names.adcp;
  const capabilities = await ask({ [versionField]: newest, [majorVersionField]: publicMajor }).catch(
    () => undefined,
  );
  const answeredIn = releaseOf(capabilities?.[versionField] ?? "");
  return publicReleases.find((release) => release === answeredIn);
}

/**
 * The newest release that both speak. An agent that names only the major version speaks the release that it answered in, where
 * that is supported here, else the oldest of the major version.
 */
export function chooseRelease(
  releases: readonly string[] | undefined,
  majors: readonly number[] | undefined,
  answeredIn?: string,
): PublicRelease | undefined {
  const theirs = releases?.map(releaseOf);
  const both = publicReleases.findLast((release) => theirs?.includes(release));
  if (both !== undefined || releases !== undefined) return both;
  if (majors?.includes(publicMajor) !== true) return undefined;
  return publicReleases.find((release) => release === answeredIn) ?? publicReleases[0];
}
