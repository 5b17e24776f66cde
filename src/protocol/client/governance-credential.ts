import type { JsonObject } from "../../lib/json-object.ts";
import type { Secret } from "../../lib/secret.ts";
import { TaskError } from "../messages/errors.ts";
import { sync_governance } from "../tasks/sync_governance.ts";

/** The buyer's governance agent, and what its sellers present to it. */
export interface GovernanceCredentials {
  readonly agentUrl: string;
  /** For a seller's address; undefined where none was agreed on. Throws a TaskError where it cannot be had. */
  readonly credentialOf: (sellerUrl: string) => Secret | undefined;
}

/**
 * A `sync_governance` request as it goes out to one seller: that seller's own credential stands where the mark stood. Throws
 * a TaskError for a request that names another agent than the buyer's or holds anything else than the mark, and where
 * there is no credential.
 */
export function withGovernanceCredential(
  request: JsonObject,
  sellerUrl: string,
  governance: GovernanceCredentials | undefined,
): JsonObject {
  const { data: accounts } = sync_governance.request.shape.accounts.safeParse(request["accounts"]);
  if (accounts === undefined)
    throw new TaskError(
      "CREDENTIAL_IN_ARGS",
      `${sync_governance.name}: its accounts hold something else than the mark for a credential. Nothing was sent.`,
      { field: "accounts" },
    );
  const agents = accounts.flatMap(({ governance_agents }) => governance_agents);
  if (agents.some(({ url }) => url !== governance?.agentUrl))
    throw unusable("it names another governance agent than the buyer's own");
  const credentials = governance?.credentialOf(sellerUrl)?.reveal();
  if (credentials === undefined) throw unusable(`no governance_credential is set for ${sellerUrl}`);
  return {
    ...request,
    accounts: accounts.map((one) => ({
      ...one,
      governance_agents: one.governance_agents.map((agent) => ({
        ...agent,
        authentication: { ...agent.authentication, credentials },
      })),
    })),
  };
}

function unusable(reason: string): TaskError {
  return new TaskError("CREDENTIAL_UNUSABLE", `${sync_governance.name}: ${reason}. Nothing was sent.`);
}
