/**
 * Everything that spells the protocol's own name, its version or what derives from them. Nothing else in the tree may:
 * the standard has renamed itself before.
 */
export const protocolName = "svc";
export const protocolVersion = "3.0";

/** The task that tells what an agent can do. */
export const capabilitiesTask = `get_${protocolName}_capabilities` as const;

/** Key of a task error inside structured content. */
export const errorKey = `${protocolName}_error`;

/** `typ` header of the governance agent's approval token, a compact JWS. */
export const approvalTokenType = `${protocolName}-gov+jws`;

/** `tag` parameter of an HTTP signature: what the signature is for. */
export const requestTag = `${protocolName}/request-signing/v1`;
export const webhookTag = `${protocolName}/webhook-signing/v1`;

/** Member of a JWK that says what may be signed with it. */
export const keyUseMember = `${protocolName}_use`;
/** Older header for a bearer token that some agents read beside `Authorization`, over MCP alone. */
export const legacyTokenHeader = `x-${protocolName}-auth`;

/** Headers of the deprecated webhooks that a shared secret authenticates: the HMAC, and the Unix time in seconds that it covers. */
export const webhookSignatureHeader = `x-${protocolName}-signature`;
export const webhookTimestampHeader = `x-${protocolName}-timestamp`;
