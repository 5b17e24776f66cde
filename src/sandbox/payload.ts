/** A JSON object: what a task is sent and what it answers. */
export type Payload = Record<string, unknown>;

export function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Those of a list that are objects; none of what is no list. */
export function payloadsIn(value: unknown): Payload[] {
  return Array.isArray(value) ? value.filter(isPayload) : [];
}

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
