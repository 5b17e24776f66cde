import { TaskError } from "../../protocol/errors.ts";

/** Why an agent could not be asked, as one sentence about the agent's address. */
export function whyUnreachable(agentUrl: string, cause: unknown): string {
  if (!(cause instanceof TaskError)) throw cause;
  const { code, message } = cause;
  switch (code) {
    case "UNREACHABLE":
    case "CONNECTION_LOST":
      return `No connection to ${agentUrl}: ${reasonIn(cause) ?? "what answers there does not speak MCP over HTTP"}.`;
    case "REFERENCE_NOT_FOUND":
      return `There is no agent at ${agentUrl}: ${message.replace(/^\S+ answered /, "it answers ")}.`;
    case "INVALID_REQUEST":
      return `What is served at ${agentUrl} is no agent: ${message.replace(/^\S+ answered /, "it answers ")}.`;
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

/** Looks for a known reason in the error and in what caused it; undefined where none is known. */
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
