/**
 * Everything that spells a protocol's own name, its version or what derives from them. Nothing else in the tree may:
 * the standard has renamed itself before. `svc` is the service contract's name, `adcp` the public standard's.
 */
export const protocolNames = ["svc", "adcp"] as const;
export type ProtocolName = (typeof protocolNames)[number];

/** The contract's release, as agents that speak it list it in their capabilities. */
export const protocolVersion = "3.0";

/** Releases of the public standard that are supported, the newest last. */
export const publicReleases = ["3.0", "3.1", "3.2"] as const;
export type PublicRelease = (typeof publicReleases)[number];

/** Whether a release has what came with `first`: nothing is taken back before the next major version. */
export function since(release: PublicRelease, first: PublicRelease): boolean {
  return publicReleases.indexOf(release) >= publicReleases.indexOf(first);
}

/** What the compact tools of 3.2 do, by the older tasks' names. */
export const olderNames: Readonly<Record<string, string>> = {
  list_products: "get_products",
  buy_products: "create_media_buy",
  control_media_buy: "update_media_buy",
};

export const publicMajor = 3;
/** What people call the public standard. */
export const publicName = "AdCP";

/** The release of a version as agents list it: `3.1` of `3.1.2`. A prerelease is of none. */
export function releaseOf(version: string): string | undefined {
  return /^(\d+\.\d+)(?:\.\d+)?(?:\+.*)?$/.exec(version)?.[1];
}

function namesOf<Name extends ProtocolName>(name: Name) {
  return {
    /** The task that lists what an agent can do. */
    capabilitiesTask: `get_${name}_capabilities` as const,
    /** Key of a task error inside structured content. */
    errorKey: `${name}_error` as const,
    /** Fields that hold the release that a message is written in. */
    versionField: `${name}_version` as const,
    majorVersionField: `${name}_major_version` as const,
    /** `typ` header of the governance agent's approval token, a compact JWS. */
    approvalTokenType: `${name}-gov+jws` as const,
    /** `tag` parameter of an HTTP signature: what the signature is for. */
    requestTag: `${name}/request-signing/v1` as const,
    webhookTag: `${name}/webhook-signing/v1` as const,
    /** Member of a JWK that says what may be signed with it. */
    keyUseMember: `${name}_use` as const,
    /** Older header for a bearer token that some agents read beside `Authorization`, over MCP alone. */
    legacyTokenHeader: `x-${name}-auth` as const,
    /** Headers of the deprecated webhooks that a shared secret authenticates: the HMAC, and the Unix time in seconds that it covers. */
    webhookSignatureHeader: `x-${name}-signature` as const,
    webhookTimestampHeader: `x-${name}-timestamp` as const,
    /** Headers of a signed request for a trusted match: the signature, and which key made it. */
    matchSignatureHeader: `x-${name}-signature` as const,
    matchKeyHeader: `x-${name}-key-id` as const,
  };
}

/** What an agent card lists where tasks are called over A2A by `{skill, input}`. The contract names no other way. */
export const a2aProfile = "https://adcontextprotocol.org/extensions/adcp/v3";

export const names = { svc: namesOf("svc"), adcp: namesOf("adcp") };

/** The service contract's own. */
export const {
  capabilitiesTask,
  errorKey,
  approvalTokenType,
  requestTag,
  webhookTag,
  keyUseMember,
  legacyTokenHeader,
  webhookSignatureHeader,
  webhookTimestampHeader,
} = names.svc;
