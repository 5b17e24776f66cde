import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Secrets, Settings } from "../config.ts";
import type { Clock } from "../lib/clock.ts";
import { Secret } from "../lib/secret.ts";

/** What a desk has to know of a sandbox of this process to work at it. */
export interface SandboxAddresses {
  readonly registryUrl: string;
  readonly governanceUrl: string;
  readonly wellKnownUrl: string;
  readonly sharedOrigins: readonly string[];
  readonly token: string;
  readonly clock: Clock;
}

/** The exchange table that goes with a sandbox, where none is set and none lies here. */
export const sandboxExchange = fileURLToPath(new URL("../../examples/exchange.yaml", import.meta.url));

const ownFolder = "sandbox";
/** Longest wait for one of its sellers, unless set otherwise: some of them never answer. */
const sellerDeadlineMs = 3_000;

/** The same settings and secrets, at a sandbox. */
export function atSandbox(
  { settings, secrets }: { readonly settings: Settings; readonly secrets: Secrets },
  sandbox: SandboxAddresses,
): { readonly settings: Settings; readonly secrets: Secrets } {
  const home = settings.home ?? ".flightdesk";
  return {
    settings: {
      seller_deadline: sellerDeadlineMs,
      ...settings,
      // In a folder of its own: what is tried never lies beside what is real.
      ...(settings.ledger_url !== undefined && { ledger_url: sandboxSchema(settings.ledger_url) }),
      home: basename(home) === ownFolder ? home : join(home, ownFolder),
      registry_url: sandbox.registryUrl,
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
      separate_sellers: [...(settings.separate_sellers ?? []), ...sandbox.sharedOrigins],
    },
    secrets: { ...secrets, token: new Secret(sandbox.token) },
  };
}

function sandboxSchema(ledgerUrl: string): string {
  const url = new URL(ledgerUrl);
  url.searchParams.set("schema", `${url.searchParams.get("schema") ?? "flightdesk"}_${ownFolder}`);
  return url.href;
}
