import type { Secret } from "../../lib/secret.ts";
import { TaskError } from "./errors.ts";
import type { Wire } from "./transport.ts";

/** One HTTP request as it will go out, before anything proves who sends it. */
export interface OutgoingRequest {
  readonly wire: Wire;
  /** The agent that it goes to, be it at an address of its own or not. */
  readonly agentUrl: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** Absent where the request has none. */
  readonly body: string | undefined;
}

/** What a client shows of itself when a connection is made, and whom it trusts as the other side; all of it PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: Secret;
  /** The machine's own authorities where absent. */
  readonly authority?: string;
}

/**
 * How the connection to one agent proves who calls. Its secrets stay in it: they go into header fields and the TLS
 * handshake and nowhere else.
 */
export interface Authenticator {
  /** What people call it: "bearer token". */
  readonly name: string;
  /** Fields for exactly this request. Rejects with a TaskError where the credential cannot be had. */
  readonly headers: (request: OutgoingRequest) => Promise<Readonly<Record<string, string>>>;
  readonly certificate?: ClientCertificate;
  /** After a refusal, once for a call: makes the credential anew; true where it is worth sending the same bytes again. */
  readonly renew?: (challenge: string | undefined) => Promise<boolean>;
}

/** Who an agent's address is called as; undefined where the buyer has no credential for it. Never asked for another address. */
export type CredentialSource = (agentUrl: string) => Authenticator | undefined;

export function bearerToken(token: Secret): Authenticator {
  return {
    name: "bearer token",
    headers: () => Promise.resolve({ Authorization: `Bearer ${token.reveal()}` }),
  };
}

/** One bearer token for every agent at the given origins; other hosts get nothing. */
export function bearerFor(token: Secret | undefined, origins: readonly string[]): CredentialSource {
  return (agentUrl) =>
    token !== undefined && origins.includes(new URL(agentUrl).origin) ? bearerToken(token) : undefined;
}

/** A refusal of whoever calls, before anything was done. */
export class NotAccepted extends TaskError {
  /** What the server asks for, as its header has it. */
  readonly challenge: string | undefined;
  readonly status: 401 | 403;

  constructor(message: string, status: 401 | 403, challenge: string | undefined) {
    super("UNAUTHORIZED", message);
    this.status = status;
    this.challenge = challenge;
  }
}
