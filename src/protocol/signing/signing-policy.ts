import { z } from "zod";
import { type JsonObject, jsonIn } from "../../lib/json-object.ts";
import { releaseOf } from "../tasks/names.ts";

/** What an agent wants signed of what is sent to it. */
export interface SigningPolicy {
  /** Whether a request with this body is signed: one JSON-RPC message, as MCP or A2A sends it. */
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

const listedNames = z.array(z.string()).optional().catch(undefined);
const capabilitiesSchema = z.looseObject({
  request_signing: z.looseObject({
    supported: z.literal(true),
    covers_content_digest: z.string().optional().catch(undefined),
    required_for: listedNames,
    warn_for: listedNames,
    supported_for: listedNames,
    protocol_methods_required_for: listedNames,
    protocol_methods_warn_for: listedNames,
    protocol_methods_supported_for: listedNames,
  }),
});

/**
 * Reads it from an agent's capabilities; undefined where the agent does not say that it verifies signatures. One that names
 * no tasks verifies all; of one that does only those are signed, with the protocol's own methods that it names, and what registers
 * a shared secret for webhooks.
 */
export function signingPolicy(capabilities: JsonObject): SigningPolicy | undefined {
  const read = capabilitiesSchema.safeParse(capabilities);
  if (!read.success) return undefined;
  const { covers_content_digest, ...lists } = read.data.request_signing;
  const ofTasks = [lists.required_for, lists.warn_for, lists.supported_for].filter(
    (one) => one !== undefined,
  );
  const named = new Set(ofTasks.flat());
  const methods = new Set(
    [
      lists.protocol_methods_required_for,
      lists.protocol_methods_warn_for,
      lists.protocol_methods_supported_for,
    ].flatMap((one = []) => one),
  );
  const newer = wantsPadding(versionsIn(capabilities));
  return {
    newer,
    coversDigest: newer || covers_content_digest !== "forbidden",
    signs: (body) => {
      if (ofTasks.length === 0) return true;
      const message = messageSchema.safeParse(body === undefined ? undefined : jsonIn(body)).data;
      if (message === undefined) return false;
      const call = callIn(message.params);
      const registers = registrationSchema.safeParse(call?.input).success;
      return methods.has(message.method) || registers || (call !== undefined && named.has(call.task));
    },
  };
}

const messageSchema = z.looseObject({ method: z.string(), params: z.unknown() });
/** A call over MCP, and one over A2A in either of its spellings and with or without the public profile. */
const toolSchema = z.looseObject({ name: z.string(), arguments: z.unknown() });
const skillSchema = z.looseObject({
  message: z.looseObject({
    parts: z.tuple([z.looseObject({ data: z.looseObject({ skill: z.string() }) })]),
  }),
});

/** The task that a message calls, whichever wire it goes over. */
function callIn(params: unknown): { readonly task: string; readonly input: unknown } | undefined {
  const tool = toolSchema.safeParse(params).data;
  if (tool !== undefined) return { task: tool.name, input: tool.arguments };
  const data = skillSchema.safeParse(params).data?.message.parts[0].data;
  return data && { task: data.skill, input: data["input"] ?? data["parameters"] };
}

const registrationSchema = z.looseObject({
  push_notification_config: z.looseObject({ authentication: z.looseObject({}) }),
});
