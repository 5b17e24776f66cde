/**
 * The value of the Authorization header for an agent, resolved at the moment of connecting; undefined where the buyer has
 * none. Never stored, never logged, never part of a request's arguments.
 */
export type CredentialSource = (agentUrl: string) => string | undefined;

/** One bearer token for every agent at the given origins; other hosts get nothing. */
export function bearerFor(token: string | undefined, origins: readonly string[]): CredentialSource {
  return (agentUrl) =>
    token !== undefined && origins.includes(new URL(agentUrl).origin) ? `Bearer ${token}` : undefined;
}
