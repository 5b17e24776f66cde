import { isObject as isPayload, objectsIn as payloadsIn } from "../lib/json-object.ts";

export { isPayload, payloadsIn };

/** A JSON object: what a task is sent and what it answers. */
export type Payload = Record<string, unknown>;

/** Arguments without the credentials that sellers present to governance agents: those agents check calls that lack them. */
export function withoutCredentials(payload: Payload): Payload {
  const { accounts } = payload;
  return Array.isArray(accounts) ? { ...payload, accounts: accounts.map(withoutCredential) } : payload;
}

function withoutCredential(account: unknown): unknown {
  if (!isPayload(account) || !Array.isArray(account["governance_agents"])) return account;
  return {
    ...account,
    governance_agents: account["governance_agents"].map((agent: unknown) =>
      isPayload(agent) ? { ...agent, authentication: undefined } : agent,
    ),
  };
}
