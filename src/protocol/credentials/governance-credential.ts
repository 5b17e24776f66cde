import type { Secret } from "../../lib/secret.ts";
import { TaskError } from "../errors.ts";
import { shortestSharedSecret } from "./entry.ts";
import type { CredentialPorts } from "./kinds.ts";

/** What a seller presents to the governance agent. Throws, when it is asked for, where it cannot be used. */
export function governanceCredential(
  seller: string,
  written: string,
  { secret: secretOf }: Pick<CredentialPorts, "secret">,
): () => Secret {
  try {
    const secret = secretOf(written);
    if (secret.reveal().length >= shortestSharedSecret) return () => secret;
    return unusable(seller, `it has fewer than ${shortestSharedSecret} characters`);
  } catch (cause) {
    if (!(cause instanceof TaskError)) throw cause;
    return unusable(seller, cause.message);
  }
}

function unusable(seller: string, problem: string): () => never {
  return () => {
    throw new TaskError(
      "CREDENTIAL_UNUSABLE",
      `the governance_credential of ${seller} cannot be used: ${problem}. Nothing was sent.`,
    );
  };
}
