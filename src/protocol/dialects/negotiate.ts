import { z } from "zod";
import { cleanAnswer } from "../clean-answer.ts";
import { TaskError } from "../errors.ts";
import { extract } from "../extract.ts";
import { names, type PublicRelease, publicMajor, publicReleases } from "../names.ts";
import type { Transport } from "../transport.ts";
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
  if (tools.includes(names.adcp.capabilitiesTask))
    return { dialect: `adcp-${await releaseOf(agentUrl, transport)}`, ...found };
  throw new TaskError(
    "UNKNOWN_PROTOCOL",
    `${agentUrl} lists neither ${names.adcp.capabilitiesTask} nor ${names.svc.capabilitiesTask}: it is not an agent of either protocol`,
  );
}

const capabilitiesSchema = z.looseObject({
  /** The release that the agent answers in. */
  [names.adcp.versionField]: z.string().optional().catch(undefined),
  adcp: z.looseObject({
    supported_versions: z.array(z.string()).optional().catch(undefined),
    major_versions: z.array(z.number()).optional().catch(undefined),
  }),
});

async function releaseOf(agentUrl: string, transport: Transport): Promise<PublicRelease> {
  const answer = extract(await transport.call(names.adcp.capabilitiesTask, {}, { timeoutMs }));
  if (answer.type === "error") throw answer.error;
  const { payload } = await cleanAnswer(answer.payload);
  const told = capabilitiesSchema.safeParse(payload).data;
  const declared = told?.adcp;
  const release = chooseRelease(
    declared?.supported_versions,
    declared?.major_versions,
    told?.[names.adcp.versionField],
  );
  if (release !== undefined) return release;
  const theirs = declared?.supported_versions ?? declared?.major_versions ?? [];
  throw new TaskError(
    "VERSION_UNSUPPORTED",
    `${agentUrl} speaks ${theirs.join(", ") || "no version that it names"}; spoken here: ${publicReleases.join(", ")}`,
  );
}

/**
 * The newest release that both speak. An agent that names only the major version speaks the release that it answered in, where
 * that is spoken here, else the oldest of the major version.
 */
export function chooseRelease(
  releases: readonly string[] | undefined,
  majors: readonly number[] | undefined,
  answeredIn?: string,
): PublicRelease | undefined {
  const both = publicReleases.findLast((release) => releases?.includes(release));
  if (both !== undefined || releases !== undefined) return both;
  if (majors?.includes(publicMajor) !== true) return undefined;
  return publicReleases.find((release) => release === answeredIn) ?? publicReleases[0];
}
