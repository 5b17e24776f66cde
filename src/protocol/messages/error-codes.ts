/** What a caller may do after an error: send the same again later, send something else, or ask a person. */
export type Recovery = "transient" | "correctable" | "terminal";

/**
 * Where a code comes from: the service contract, the public standard's catalogue, agents that use it all the same, or
 * flightdesk itself, which gives it to calls that the wire or the answer failed.
 */
export type CodeSource = "contract" | "standard" | "seen" | "flightdesk";

interface CodeEntry {
  readonly recovery: Recovery;
  readonly source: CodeSource;
}

/** Every known code. Agents may send others: those are kept as they are and go to a person. */
export const errorCodes = {
  INVALID_REQUEST: { recovery: "correctable", source: "contract" },
  UNAUTHORIZED: { recovery: "terminal", source: "contract" },
  RATE_LIMITED: { recovery: "transient", source: "contract" },
  VALIDATION_ERROR: { recovery: "correctable", source: "contract" },
  INVALID_FORMAT_ID: { recovery: "correctable", source: "contract" },
  IDEMPOTENCY_CONFLICT: { recovery: "correctable", source: "contract" },
  IDEMPOTENCY_EXPIRED: { recovery: "correctable", source: "contract" },
  CREDENTIAL_IN_ARGS: { recovery: "terminal", source: "contract" },
  SIGNAL_AGENT_SEGMENT_NOT_FOUND: { recovery: "correctable", source: "contract" },
  ACTIVATION_FAILED: { recovery: "correctable", source: "contract" },
  ALREADY_ACTIVATED: { recovery: "correctable", source: "contract" },
  DEPLOYMENT_UNAUTHORIZED: { recovery: "terminal", source: "contract" },
  AGENT_NOT_FOUND: { recovery: "terminal", source: "contract" },
  AGENT_ACCESS_DENIED: { recovery: "terminal", source: "contract" },
  webhook_signature_header_malformed: { recovery: "terminal", source: "contract" },
  webhook_signature_params_incomplete: { recovery: "terminal", source: "contract" },
  webhook_signature_tag_invalid: { recovery: "terminal", source: "contract" },
  webhook_signature_alg_not_allowed: { recovery: "terminal", source: "contract" },
  webhook_signature_window_invalid: { recovery: "terminal", source: "contract" },
  webhook_signature_components_incomplete: { recovery: "terminal", source: "contract" },
  webhook_signature_key_unknown: { recovery: "terminal", source: "contract" },
  webhook_signature_key_purpose_invalid: { recovery: "terminal", source: "contract" },
  webhook_signature_key_revoked: { recovery: "terminal", source: "contract" },
  webhook_signature_revocation_stale: { recovery: "terminal", source: "contract" },
  webhook_signature_invalid: { recovery: "terminal", source: "contract" },
  webhook_signature_digest_mismatch: { recovery: "terminal", source: "contract" },
  webhook_signature_replayed: { recovery: "terminal", source: "contract" },
  webhook_signature_rate_abuse: { recovery: "terminal", source: "contract" },

  AUTH_REQUIRED: { recovery: "correctable", source: "standard" },
  AUTH_MISSING: { recovery: "correctable", source: "standard" },
  AUTH_INVALID: { recovery: "terminal", source: "standard" },
  AUTHORIZATION_REQUIRED: { recovery: "correctable", source: "standard" },
  SERVICE_UNAVAILABLE: { recovery: "transient", source: "standard" },
  CONFIGURATION_ERROR: { recovery: "terminal", source: "standard" },
  POLICY_VIOLATION: { recovery: "correctable", source: "standard" },
  PRODUCT_NOT_FOUND: { recovery: "correctable", source: "standard" },
  PRODUCT_UNAVAILABLE: { recovery: "correctable", source: "standard" },
  PROPOSAL_EXPIRED: { recovery: "correctable", source: "standard" },
  BUDGET_TOO_LOW: { recovery: "correctable", source: "standard" },
  CREATIVE_REJECTED: { recovery: "correctable", source: "standard" },
  CREATIVE_VALUE_NOT_ALLOWED: { recovery: "correctable", source: "standard" },
  UNSUPPORTED_FEATURE: { recovery: "correctable", source: "standard" },
  UNPRICEABLE_OUTPUT: { recovery: "correctable", source: "standard" },
  UNSUPPORTED_GRANULARITY: { recovery: "correctable", source: "standard" },
  UNSUPPORTED_PROVISIONING: { recovery: "correctable", source: "standard" },
  AUDIENCE_TOO_SMALL: { recovery: "correctable", source: "standard" },
  ACCOUNT_NOT_FOUND: { recovery: "terminal", source: "standard" },
  ACCOUNT_SETUP_REQUIRED: { recovery: "correctable", source: "standard" },
  ACCOUNT_AMBIGUOUS: { recovery: "correctable", source: "standard" },
  ACCOUNT_PAYMENT_REQUIRED: { recovery: "terminal", source: "standard" },
  ACCOUNT_SUSPENDED: { recovery: "terminal", source: "standard" },
  COMPLIANCE_UNSATISFIED: { recovery: "correctable", source: "standard" },
  GOVERNANCE_DENIED: { recovery: "correctable", source: "standard" },
  BUDGET_EXHAUSTED: { recovery: "terminal", source: "standard" },
  BUDGET_EXCEEDED: { recovery: "correctable", source: "standard" },
  BUDGET_CAP_REACHED: { recovery: "correctable", source: "standard" },
  CONFLICT: { recovery: "transient", source: "standard" },
  IDEMPOTENCY_IN_FLIGHT: { recovery: "transient", source: "standard" },
  CREATIVE_DEADLINE_EXCEEDED: { recovery: "correctable", source: "standard" },
  CREATIVE_INACCESSIBLE: { recovery: "correctable", source: "standard" },
  INVALID_STATE: { recovery: "correctable", source: "standard" },
  MEDIA_BUY_NOT_FOUND: { recovery: "correctable", source: "standard" },
  NOT_CANCELLABLE: { recovery: "correctable", source: "standard" },
  PACKAGE_NOT_FOUND: { recovery: "correctable", source: "standard" },
  CREATIVE_NOT_FOUND: { recovery: "correctable", source: "standard" },
  SIGNAL_NOT_FOUND: { recovery: "correctable", source: "standard" },
  SIGNAL_TARGETING_INCOMPATIBLE: { recovery: "correctable", source: "standard" },
  SESSION_NOT_FOUND: { recovery: "correctable", source: "standard" },
  PLAN_NOT_FOUND: { recovery: "correctable", source: "standard" },
  REFERENCE_NOT_FOUND: { recovery: "correctable", source: "standard" },
  SESSION_TERMINATED: { recovery: "correctable", source: "standard" },
  PRODUCT_EXPIRED: { recovery: "correctable", source: "standard" },
  PROPOSAL_NOT_COMMITTED: { recovery: "correctable", source: "standard" },
  PROPOSAL_NOT_FOUND: { recovery: "correctable", source: "standard" },
  MULTI_FINALIZE_UNSUPPORTED: { recovery: "correctable", source: "standard" },
  IO_REQUIRED: { recovery: "correctable", source: "standard" },
  TERMS_REJECTED: { recovery: "correctable", source: "standard" },
  REQUOTE_REQUIRED: { recovery: "correctable", source: "standard" },
  VERSION_UNSUPPORTED: { recovery: "correctable", source: "standard" },
  CAMPAIGN_SUSPENDED: { recovery: "transient", source: "standard" },
  GOVERNANCE_UNAVAILABLE: { recovery: "transient", source: "standard" },
  PERMISSION_DENIED: { recovery: "correctable", source: "standard" },
  SCOPE_INSUFFICIENT: { recovery: "correctable", source: "standard" },
  READ_ONLY_SCOPE: { recovery: "correctable", source: "standard" },
  FIELD_NOT_PERMITTED: { recovery: "correctable", source: "standard" },
  PROVENANCE_REQUIRED: { recovery: "correctable", source: "standard" },
  PROVENANCE_DIGITAL_SOURCE_TYPE_MISSING: { recovery: "correctable", source: "standard" },
  PROVENANCE_DISCLOSURE_MISSING: { recovery: "correctable", source: "standard" },
  PROVENANCE_EMBEDDED_MISSING: { recovery: "correctable", source: "standard" },
  PROVENANCE_VERIFIER_NOT_ACCEPTED: { recovery: "correctable", source: "standard" },
  PROVENANCE_CLAIM_CONTRADICTED: { recovery: "correctable", source: "standard" },
  EVALUATOR_AGENT_NOT_ACCEPTED: { recovery: "correctable", source: "standard" },
  BILLING_NOT_SUPPORTED: { recovery: "correctable", source: "standard" },
  BILLING_NOT_PERMITTED_FOR_AGENT: { recovery: "correctable", source: "standard" },
  BILLING_OUT_OF_BAND: { recovery: "terminal", source: "standard" },
  PAYMENT_TERMS_NOT_SUPPORTED: { recovery: "correctable", source: "standard" },
  BRAND_REQUIRED: { recovery: "correctable", source: "standard" },
  AGENT_SUSPENDED: { recovery: "terminal", source: "standard" },
  AGENT_BLOCKED: { recovery: "terminal", source: "standard" },
  ACTION_NOT_ALLOWED: { recovery: "correctable", source: "standard" },
  PRIVATE_FIELD_IN_PUBLIC_PLACEMENT: { recovery: "correctable", source: "standard" },
  FORMAT_PROJECTION_FAILED: { recovery: "correctable", source: "standard" },
  FORMAT_DECLARATION_DIVERGENT: { recovery: "correctable", source: "standard" },
  FORMAT_DECLARATION_V1_AMBIGUOUS: { recovery: "correctable", source: "standard" },
  FORMAT_OPTION_UNRESOLVED: { recovery: "correctable", source: "standard" },
  FORMAT_DECLARATION_V1_LOSSY_MULTI_SIZE: { recovery: "correctable", source: "standard" },
  FORMAT_NOT_SUPPORTED: { recovery: "correctable", source: "standard" },
  PIXEL_TRACKER_LOSSY_DOWNGRADE: { recovery: "correctable", source: "standard" },
  PIXEL_TRACKER_UPGRADE_INFERRED: { recovery: "correctable", source: "standard" },
  STALE_RESPONSE: { recovery: "transient", source: "standard" },
  FEED_FETCH_FAILED: { recovery: "correctable", source: "standard" },
  INVALID_FEED_FORMAT: { recovery: "correctable", source: "standard" },
  ITEM_VALIDATION_FAILED: { recovery: "correctable", source: "standard" },
  CATALOG_LIMIT_EXCEEDED: { recovery: "correctable", source: "standard" },
  CREATIVE_LOCALE_NOT_ACCEPTED: { recovery: "correctable", source: "standard" },
  CREATIVE_SIZE_MISMATCH: { recovery: "correctable", source: "standard" },
  CREATIVE_MISSING_CLICK_URL: { recovery: "correctable", source: "standard" },
  CREATIVE_VALIDATION_FAILED_GENERIC: { recovery: "correctable", source: "standard" },
  CREATIVE_REVISION_CONTENT_MISMATCH: { recovery: "correctable", source: "standard" },
  CREATIVE_REPRESENTATION_UNRESOLVED: { recovery: "correctable", source: "standard" },
  MACRO_RESOLUTION_FAILED: { recovery: "correctable", source: "standard" },
  FORMAT_SHAPE_PROMOTED: { recovery: "correctable", source: "standard" },
  SOURCE_ACCESS_FAILED: { recovery: "correctable", source: "standard" },
  ACCOUNT_REQUIRED: { recovery: "correctable", source: "standard" },
  PLACE_TARGET_UNAVAILABLE: { recovery: "correctable", source: "standard" },
  BIDDING_PLACEMENT_CONFLICT: { recovery: "correctable", source: "standard" },
  AMBIGUOUS_BIDDING_POLICY: { recovery: "correctable", source: "standard" },
  CONFLICTING_SELECTORS: { recovery: "correctable", source: "standard" },
  PROVENANCE_SYNTHETIC_DEPICTION_MISSING: { recovery: "correctable", source: "standard" },
  INVALID_PRICING_OPTION: { recovery: "correctable", source: "standard" },
  INVALID_USAGE_DATA: { recovery: "correctable", source: "standard" },
  SIGNED_RESPONSE_REQUEST_HASH_MISMATCH: { recovery: "correctable", source: "standard" },
  SIGNED_RESPONSE_TENANT_MISMATCH: { recovery: "correctable", source: "standard" },
  VAST_PARSE_FAILED: { recovery: "correctable", source: "standard" },
  VAST_VERSION_MISMATCH: { recovery: "correctable", source: "standard" },
  VAST_WRAPPER_DEPTH_EXCEEDED: { recovery: "correctable", source: "standard" },
  GOVERNANCE_AGENT_NOT_ACCEPTED: { recovery: "correctable", source: "standard" },
  CURSOR_EXPIRED: { recovery: "correctable", source: "standard" },
  SIGNED_RESPONSE_ENVELOPE_EXPIRED: { recovery: "transient", source: "standard" },
  COMMITTED_RESOURCE_PURGED: { recovery: "terminal", source: "standard" },
  ACCOUNT_MOVED: { recovery: "correctable", source: "standard" },
  ACCOUNT_IDENTITY_CONFLICT: { recovery: "correctable", source: "standard" },
  webhook_body_malformed: { recovery: "terminal", source: "standard" },
  webhook_target_uri_malformed: { recovery: "terminal", source: "standard" },
  webhook_mode_mismatch: { recovery: "terminal", source: "standard" },

  INTERNAL_ERROR: { recovery: "transient", source: "seen" },
  TEMPORARILY_UNAVAILABLE: { recovery: "transient", source: "seen" },

  /** No connection could be made, so nothing was sent. */
  UNREACHABLE: { recovery: "transient", source: "flightdesk" },
  /** An address that must not be called, whoever named it. */
  ADDRESS_REFUSED: { recovery: "terminal", source: "flightdesk" },
  /** The credential that is set for an agent cannot be used; nothing was sent. */
  CREDENTIAL_UNUSABLE: { recovery: "terminal", source: "flightdesk" },
  /** No answer in time. */
  TIMEOUT: { recovery: "transient", source: "flightdesk" },
  /** The connection broke, or the agent's server failed, after the call was sent. */
  CONNECTION_LOST: { recovery: "transient", source: "flightdesk" },
  /** The caller no longer wants the answer. */
  CANCELED: { recovery: "terminal", source: "flightdesk" },
  /** The call may not be sent any more: it was stopped, or its approval is over. An earlier attempt may have arrived. */
  STOPPED: { recovery: "transient", source: "flightdesk" },
  /** The agent failed too often and is left alone for a while; nothing was sent. */
  CIRCUIT_OPEN: { recovery: "transient", source: "flightdesk" },
  /** The answer is larger than any that is read. */
  ANSWER_TOO_LARGE: { recovery: "terminal", source: "flightdesk" },
  /** An answer that the task's schema does not know. */
  INVALID_RESPONSE: { recovery: "terminal", source: "flightdesk" },
} as const satisfies Readonly<Record<string, CodeEntry>>;

export type ErrorCode = keyof typeof errorCodes;

const byCode: ReadonlyMap<string, CodeEntry> = new Map(Object.entries(errorCodes));

/** What the table knows of a code that an agent sent; undefined where it knows nothing. */
export function knownCode(code: string): CodeEntry | undefined {
  return byCode.get(code);
}

/** Statuses below 500 that are about the moment and not the request. */
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425, 499]);

/** The code of a refusal that came as an HTTP status, in the place of a task's answer. */
export function codeOfHttpStatus(status: number): ErrorCode {
  if (status === 401 || status === 403) return "UNAUTHORIZED";
  if (status === 404) return "REFERENCE_NOT_FOUND";
  if (status === 422) return "VALIDATION_ERROR";
  if (status === 429) return "RATE_LIMITED";
  return status >= 500 || passingStatuses.has(status) ? "SERVICE_UNAVAILABLE" : "INVALID_REQUEST";
}

/** The code where it is a known one, else `OTHER`: agents make up as many as they like, and each would be counted by itself. */
export function countedCode(code: string): string {
  return knownCode(code) === undefined ? "OTHER" : code;
}
