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

/** Older header for a bearer token that some agents read beside `Authorization`, over MCP alone. */
export const legacyTokenHeader = `x-${protocolName}-auth`;
