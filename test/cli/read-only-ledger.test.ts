import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { rawGovernance, rawSeller } from "../canned/raw-agents.ts";
import { openRawMarket, type RawMarket } from "../canned/raw-market.ts";

/** Whoever may write anywhere is not kept from it: then the command runs as nobody. */
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

let home: string;
let policies: string;
beforeEach(() => {
  policies = mkdtempSync(join(tmpdir(), "flightdesk-policies-"));
  chmodSync(policies, 0o755);
  writeFileSync(
    join(policies, "caps.yaml"),
    'version: 1\nname: Caps\ncaps:\n  - { per: brand, amount: "900,000 EUR" }\n',
  );
  home = mkdtempSync(join(tmpdir(), "flightdesk-read-only-"));
  if (isRoot) chownSync(home, nobody, nobody);
});
afterEach(() => {
  chmodSync(home, 0o700);
  for (const folder of [home, policies]) rmSync(folder, { recursive: true });
});

async function flightdesk(market: RawMarket, ...words: readonly string[]) {
  const child = spawn(process.execPath, ["dist/cli/main.js", ...words], {
    ...(isRoot && { uid: nobody, gid: nobody }),
    env: {
      PATH: process.env["PATH"],
      FLIGHTDESK_HOME: home,
      FLIGHTDESK_REGISTRY_URL: market.url,
      FLIGHTDESK_SEPARATE_SELLERS: market.url,
      FLIGHTDESK_GOVERNANCE_URL: market.urlOf("governance"),
      FLIGHTDESK_WELL_KNOWN_URL: `${market.url}/domains/{domain}/.well-known/adagents.json`,
      FLIGHTDESK_OPERATOR: "desk.example",
      FLIGHTDESK_SELLER_DEADLINE: "4 s",
      FLIGHTDESK_POLICIES: policies,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  await once(child, "close");
  return { code: child.exitCode, said };
}

function briefOf(name: string, from: number): string {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const file = join(home, `${name}.yaml`);
  writeFileSync(
    file,
    [
      `name: ${name}`,
      "brand:",
      "  domain: acme.example",
      "objective: awareness",
      'budget: "30,000 EUR"',
      "flight:",
      `  start: ${day(from)}`,
      `  end: ${day(from + 20)}`,
      "countries: [DE]",
      "channels: [olv]",
      "",
    ].join("\n"),
  );
  return file;
}

/** The ledger and all that lies beside it of the same name, or the folder as well. */
function protect(what: "the file" | "its folder", isOpen: boolean): void {
  for (const name of readdirSync(home).filter((one) => one.startsWith("ledger.db") && !one.endsWith(".key")))
    chmodSync(join(home, name), isOpen ? 0o600 : 0o400);
  if (what === "its folder") chmodSync(home, isOpen ? 0o700 : 0o500);
}

it.each(["the file", "its folder"] as const)(
  "a ledger that cannot be written (%s) is said with exit code 1, nothing is sent, and the next run goes on",
  async (what) => {
    const seller = rawSeller("shop");
    const governance = rawGovernance({ now: Date.now, market: () => market });
    const market = await openRawMarket([seller, governance]);
    await using _market = market;
    const [first, second] = [briefOf("First", 20), briefOf("Second", 60)];
    const bought = await flightdesk(market, "run", first, "--execute");
    expect([bought.code, seller.books.length], bought.said).toEqual([0, 1]);
    expect(existsSync(join(home, "ledger.db"))).toBe(true);
    const from = market.calls.length;
    protect(what, false);
    for (const words of [
      ["run", second, "--execute"],
      ["stop", "--all", "--reason", "x"],
    ]) {
      const { code, said } = await flightdesk(market, ...words);
      expect([words[0], code, said]).toEqual([
        words[0],
        1,
        expect.stringMatching(/error: .* cannot be written: this account may not write there/),
      ]);
      expect(said).not.toMatch(/at \S+:\d+:\d+/);
    }
    const sent = market.calls.slice(from).filter(({ request }) => request["idempotency_key"] !== undefined);
    expect(sent).toEqual([]);
    protect(what, true);
    const again = await flightdesk(market, "run", second, "--execute");
    expect([again.code, seller.books.length], again.said).toEqual([0, 2]);
  },
);
