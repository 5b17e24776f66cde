import { AddressRefused, type AddressRule } from "../addresses/address-rule.ts";
import { guardedFetch } from "../addresses/guarded-fetch.ts";
import type { Fetch } from "../addresses/lean-fetch.ts";
import { reasonCode } from "../keys/reason-codes.ts";
import { type Authenticator, NotAccepted, type OutgoingRequest } from "../messages/credentials.ts";
import { TaskError } from "../messages/errors.ts";
import { addressRefused } from "./refuse-address.ts";

/** Something done to each request on its way out. */
export type Wrap = (send: Fetch) => Fetch;

/**
 * `fetch` that proves who calls, to one agent's origin and nowhere else. Rejects with a `NotAccepted` where that is refused:
 * what stands in the server's body is not read.
 */
export function authenticatedFetch(
  agentUrl: string,
  authenticator: Authenticator | undefined,
  { rule, wire }: { readonly rule: AddressRule } & Pick<OutgoingRequest, "wire">,
): Fetch {
  const { origin, protocol } = new URL(agentUrl);
  const certificate = authenticator?.certificate;
  const send = guardedFetch(rule, certificate);
  return async (input, init = {}) => {
    const url = new URL(input);
    if (url.origin !== origin)
      throw new TaskError("CREDENTIAL_UNUSABLE", `${agentUrl} leads to ${url.origin}; nothing is sent there`);
    if (certificate !== undefined && protocol !== "https:")
      throw new TaskError(
        "CREDENTIAL_UNUSABLE",
        `${agentUrl} is not https: no certificate can be shown there`,
      );
    const headers = new Headers(init.headers);
    const { method = "GET", body } = init;
    const proof = await authenticator?.headers({
      wire,
      agentUrl,
      method,
      url: url.href,
      headers,
      body: typeof body === "string" ? body : undefined,
    });
    for (const [name, value] of Object.entries(proof ?? {})) headers.set(name, value);
    const response = await send(url, { ...init, headers }).catch((cause: unknown) => {
      throw cause instanceof AddressRefused ? addressRefused(agentUrl, cause.message) : cause;
    });
    if (response.status !== 401 && response.status !== 403) return response;
    await response.body?.cancel();
    const challenge = response.headers.get("www-authenticate") ?? undefined;
    throw new NotAccepted(
      refusal(agentUrl, authenticator, response.status, challenge),
      response.status,
      challenge,
    );
  };
}

function refusal(
  agentUrl: string,
  authenticator: Authenticator | undefined,
  status: 401 | 403,
  challenge: string | undefined,
): string {
  const [, fault] = /^Signature error="(\w{1,64})"$/.exec(challenge ?? "") ?? [];
  if (fault === reasonCode("request", "signature_required"))
    return `${agentUrl} takes this with a signature alone (${fault}): make a key with flightdesk keys new, and host what flightdesk keys publish writes`;
  if (fault !== undefined) return `${agentUrl} did not accept our signature: ${fault}`;
  const wanted = wantedBy(challenge);
  const wantedKinds = wanted.length === 0 ? "" : `, it wants ${wanted.join(" or ")}`;
  const answer = `(HTTP ${status}${wantedKinds})`;
  return authenticator === undefined
    ? `${agentUrl} wants to know who calls ${answer} and no credential is set for it; set one with: flightdesk sellers add`
    : `${agentUrl} did not accept the ${authenticator.name} ${answer}; set another with: flightdesk sellers add`;
}

const schemes: ReadonlyMap<string, string> = new Map([
  ["bearer", "a bearer token"],
  ["basic", "a user name and password"],
  ["signature", "a signature"],
  ["certificate", "a client certificate"],
]);

/** The known schemes that a challenge names, in our words. */
function wantedBy(challenge = ""): string[] {
  const named = [...challenge.matchAll(/(?:^|,)\s*([A-Za-z]+)(?=\s|$)/g)].map(([, scheme = ""]) =>
    schemes.get(scheme.toLowerCase()),
  );
  return [...new Set(named.filter((words) => words !== undefined))];
}
