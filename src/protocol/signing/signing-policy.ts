import { z } from "zod";
import { type JsonObject, jsonIn } from "../../lib/json-object.ts";
import { releaseOf } from "../tasks/names.ts";

/** What an agent wants signed of what is sent to it. */
export interface SigningPolicy {
  /** Whether a request with this body is signed: one JSON-RPC message, as MCP sends it. */
  readonly signs: (body: string | undefined) => boolean;
  /** Whether a signature covers the body by its digest. */
  readonly coversDigest: boolean;
  /** Whether the agent takes signatures as the public standard's 3.2 has them, whatever release a request is in. */
  readonly newer: boolean;
}

/** The first release whose agents take padded base64 alone, and only signatures that cover a body. */
const padded = [3, 2] as const;

/** Whether an agent that lists these versions is to be signed for so. Prereleases are no releases. */
export function wantsPadding(versions: readonly string[] | undefined): boolean {
  return (versions ?? []).some((version) => {
    const [major = 0, minor = 0] = releaseOf(version)?.split(".").map(Number) ?? [];
    return major > padded[0] || (major === padded[0] && minor >= padded[1]);
  });
}

/** The versions that an agent lists in its capabilities. */
export function versionsIn(capabilities: JsonObject): readonly string[] {
  return versionsSchema.safeParse(capabilities).data?.adcp.supported_versions ?? [];
}

const versionsSchema = z.looseObject({ adcp: z.looseObject({ supported_versions: z.array(z.string()) }) });

const tasks = z.array(z.string()).optional().catch(undefined);
const capabilitiesSchema = z.looseObject({
  request_signing: z.looseObject({
    supported: z.literal(true),
    covers_content_digest: z.string().optional().catch(undefined),
    required_for: tasks,
    warn_for: tasks,
    supported_for: tasks,
  }),
});

/**
 * Reads it from an agent's capabilities; undefined where the agent does not say that it verifies signatures. One that names
 * no tasks verifies all; of one that does only those are signed, and what registers a shared secret for webhooks.
 */
export function signingPolicy(capabilities: JsonObject): SigningPolicy | undefined {
  const read = capabilitiesSchema.safeParse(capabilities);
  if (!read.success) return undefined;
  const { covers_content_digest, required_for, warn_for, supported_for } = read.data.request_signing;
  const lists = [required_for, warn_for, supported_for].filter((list) => list !== undefined);
  const named = new Set(lists.flat());
  const newer = wantsPadding(versionsIn(capabilities));
  return {
    newer,
    coversDigest: newer || covers_content_digest !== "forbidden",
    signs: (body) => {
      if (lists.length === 0) return true;
      const call = body === undefined ? undefined : callSchema.safeParse(jsonIn(body)).data?.params;
      return (
        call !== undefined && (named.has(call.name) || registrationSchema.safeParse(call.arguments).success)
      );
    },
  };
}

const callSchema = z.looseObject({
  method: z.literal("tools/call"),
  params: z.looseObject({ name: z.string(), arguments: z.unknown() }),
});

const registrationSchema = z.looseObject({
  push_notification_config: z.looseObject({ authentication: z.looseObject({}) }),
});
