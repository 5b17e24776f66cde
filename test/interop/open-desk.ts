import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ended, flightdesk, type Started, startFlightdesk, temporaryFolder } from "../cli/flightdesk.ts";
import type { Agent } from "./agents/open-agent.ts";
import type { Registry } from "./registry.ts";

/** The command line among agents of others, with a home, a brief and a file of credentials. */
export interface Desk extends Disposable {
  /** `flightdesk run` of the brief, for money: always the same words. */
  readonly run: () => Promise<Ended>;
  readonly start: () => Started;
  /** From now on it has these agents' credentials. */
  readonly know: (agents: readonly Agent[]) => void;
}

export function openDesk(
  brief: string,
  { registry, governance }: { readonly registry: Registry; readonly governance: Agent },
): Desk {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const [briefFile, credentials, policies] = [at("brief.yaml"), at("credentials.yaml"), at("policies")];
  writeFileSync(briefFile, brief);
  mkdirSync(policies);
  writeFileSync(
    join(policies, "none.yaml"),
    'version: 1\nname: None\ncaps:\n  - { per: call, amount: "1,000,000,000 EUR" }\n',
  );
  const words = ["run", briefFile, "--execute"];
  const environment = {
    FLIGHTDESK_REGISTRY_URL: registry.url,
    FLIGHTDESK_WELL_KNOWN_URL: registry.wellKnownUrl,
    FLIGHTDESK_GOVERNANCE_URL: governance.url,
    FLIGHTDESK_CREDENTIALS: credentials,
    FLIGHTDESK_POLICIES: policies,
    FLIGHTDESK_HOME: at("home"),
    FLIGHTDESK_OPERATOR: "desk.example",
  };
  return {
    run: () => flightdesk(words, environment),
    start: () => startFlightdesk(words, environment),
    know: (agents) => {
      const sellers = Object.fromEntries(agents.map(({ url, token }) => [url, { kind: "bearer", token }]));
      writeFileSync(credentials, JSON.stringify({ sellers }), { mode: 0o600 });
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
