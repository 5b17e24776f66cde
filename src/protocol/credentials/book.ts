import { onceFor } from "../../lib/once-for.ts";
import type { KeptSecrets, Secret } from "../../lib/secret.ts";
import type { Authenticator, CredentialSource } from "../messages/credentials.ts";
import { TaskError } from "../messages/errors.ts";
import { type NamedEntry, weaknessOf } from "./entry.ts";
import { authenticatorOf, type CredentialPorts } from "./kinds.ts";
import { closestTo, type PlacedEntry, placedEntries } from "./place.ts";

/** The sellers' credentials as their file has them, and what makes them usable. */
export interface SellerCredentials extends Pick<CredentialPorts, "secret" | "file"> {
  readonly entries: readonly NamedEntry[];
}

/** Entries as credentials, each bound to its place; `secrets` gets every secret that comes into use. */
export function credentialBook(
  { entries, ...ports }: SellerCredentials = { entries: [], secret: noEntry, file: noEntry },
  {
    secrets,
    sign,
    protocolOf,
  }: { readonly secrets: KeptSecrets } & Pick<CredentialPorts, "sign" | "protocolOf">,
) {
  const placed = placedEntries(entries);
  const keep = (secret: Secret) => {
    secrets.add(secret);
    return secret;
  };
  const kept: CredentialPorts = {
    ...ports,
    secret: (written) => keep(ports.secret(written)),
    keep,
    sign,
    protocolOf,
  };
  const authenticatorFor = onceFor(({ seller, entry }: PlacedEntry) =>
    usable(seller, () => authenticatorOf(entry, kept)),
  );
  // Made at once: what a seller may repeat anywhere must be known from the start.
  const webhooks = new Map(
    placed.flatMap(({ seller, entry: { webhook } }) =>
      webhook === undefined
        ? []
        : [[seller, { scheme: webhook.scheme, ...strongSecret(webhook.secret, kept) }] as const],
    ),
  );
  const governance = new Map(
    placed.flatMap(({ seller, entry: { governance_credential: written } }) =>
      written === undefined ? [] : [[seller, governanceCredential(seller, written, kept)] as const],
    ),
  );
  const agreedAt = <Agreed>(agentUrl: string, bySeller: ReadonlyMap<string, Agreed>) =>
    bySeller.get(closestTo(agentUrl, placed)?.seller ?? "");
  /** For an address: the entry that is closest to it. An entry that cannot be used refuses each request and says why. */
  const source: CredentialSource = (agentUrl) => {
    const closest = closestTo(agentUrl, placed);
    return closest && authenticatorFor(closest);
  };
  return {
    places: placed.map(({ place }) => place),
    source,
    /** For a seller's address: what its webhooks are authenticated by instead of signatures. */
    webhookOf: (agentUrl: string) => agreedAt(agentUrl, webhooks),
    /** For a seller's address: what it presents to the buyer's governance agent. Throws a TaskError where that cannot be used. */
    governanceCredentialOf: (agentUrl: string) => agreedAt(agentUrl, governance)?.(),
    /** Whether one was agreed on with the seller at an address, usable or not. */
    hasGovernanceCredential: (agentUrl: string) => agreedAt(agentUrl, governance) !== undefined,
    /** The sellers that reports without signatures were agreed on with. */
    legacyWebhooks: [...webhooks].map(([seller, webhook]) => ({ seller, webhook })),
  };
}

function noEntry(): never {
  throw new Error("no entry names a secret or a file");
}

/** A credential that cannot be had must not turn into a call without one. */
function usable(seller: string, make: () => Authenticator): Authenticator {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof TaskError)) throw cause;
    const error = new TaskError(
      cause.code,
      `the credential for ${seller} cannot be used: ${cause.message}. Nothing was sent.`,
      { cause },
    );
    return { name: "credential", headers: () => Promise.reject(error) };
  }
}

/** What a seller presents to the governance agent. Throws, when it is asked for, where it cannot be used. */
function governanceCredential(seller: string, written: string, ports: Pick<CredentialPorts, "secret">) {
  const read = strongSecret(written, ports);
  if ("secret" in read) return () => read.secret;
  const problem = `the governance_credential of ${seller} cannot be used: ${read.problem}. Nothing was sent.`;
  return () => {
    throw new TaskError("CREDENTIAL_UNUSABLE", problem);
  };
}

/** The secret that was written, or why it cannot be used. */
function strongSecret(written: string, { secret: secretOf }: Pick<CredentialPorts, "secret">) {
  try {
    const secret = secretOf(written);
    const problem = weaknessOf(secret.reveal());
    return problem === undefined ? { secret } : { problem };
  } catch (cause) {
    if (!(cause instanceof TaskError)) throw cause;
    return { problem: cause.message };
  }
}
