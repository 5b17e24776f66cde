import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { offsetClock } from "../src/lib/clock.ts";
import { startSandbox } from "../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "../test/cli/flightdesk.ts";

// Drives one campaign over a sandbox and saves what each command prints with `--json`, without what differs from run to run. Run it
// before and after a change that renames fields: `diff -r` of the two folders is the change as scripts of others see it.
const folder = process.argv[2];
if (folder === undefined) throw new Error("say where to: a folder for the documents");

using home = temporaryFolder();
await using sandbox = await startSandbox({
  clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
  slowSellerMs: 0,
});
const environment = {
  FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
  FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
  FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
  FLIGHTDESK_TOKEN: sandbox.token,
  FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
  FLIGHTDESK_SELLER_DEADLINE: "20 s",
  FLIGHTDESK_HOME: home.path,
};
mkdirSync(folder, { recursive: true });

let saved = 0;
async function save(...words: string[]): Promise<void> {
  const { code, stdout, stderr } = await flightdesk([...words, "--json"], environment);
  saved += 1;
  const named = words.filter((word) => /^[a-z-]+$/.test(word)).slice(0, 2);
  const text = `${words.join(" ")}\nexit code ${code}\n${stdout === "" ? stderr : JSON.stringify(JSON.parse(stdout), null, 1)}\n`;
  const file = `${String(saved).padStart(2, "0")}-${named.join("-")}.txt`;
  writeFileSync(join(folder ?? "", file), withoutVolatile(text));
}

function fileOf(name: string, content: string): string {
  const path = join(home.path, name);
  writeFileSync(path, content);
  return path;
}

const ids = new Map<string, string>();
function withoutVolatile(text: string): string {
  return text
    .replaceAll(home.path, "<home>")
    .replace(/127\.0\.0\.1:\d+|localhost:\d+/g, "<host>")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) => {
      const name = ids.get(id) ?? `<id ${ids.size + 1}>`;
      ids.set(id, name);
      return name;
    })
    .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/\b(?=\d*[a-f])[0-9a-f]{8,}\b/g, "<digest>")
    .replace(/"(elapsedMs|medianMs|medianHours)": [\d.]+/g, '"$1": 0');
}

const brief = "examples/brief-to-campaign/brief.yaml";
const words = fileOf(
  "brief.md",
  "Acme Coffee, 200,000 EUR for CTV and audio in Germany, 1 February to 28 February 2027. Not more than 30 % at one seller. As Tom said last year.\n",
);
const accounts = fileOf(
  "accounts.json",
  JSON.stringify({ sellers: ["harbour.example"], accounts: [{ brand: { domain: "acme.example" } }] }),
);
const policies = join(home.path, "policies");
mkdirSync(policies);
const ask = fileOf(
  "policies/ask.yaml",
  'version: 1\nname: Ask\nrules:\n  - id: ask\n    on: [create_media_buy]\n    when: { amount: { over: "80,000 EUR" } }\n    then: ask_human\n',
);

await save("brief", "new", words, "--out", join(home.path, "brief.yaml"));
await save("brief", "check", brief);
await save("tasks");
await save("compare", brief);
await save("plan", brief);
await save("whatif", "--budget", "-20%");
await save("doctor", "harbour.example");
await save("doctor", "plaza-social.example");
await save("run", brief);
await save("policy", "explain", ask);
await save("run", brief, "--execute", "--policies", policies);
await save("inbox");
await save("resume");
await save("status");
sandbox.advance(1);
await save("resume");
for (const agent of ["sales", "nordlicht", "kiosk"])
  sandbox.faults.set(agent, {
    rules: [{ do: "restate", factor: 0.5, times: "always", task: "get_media_buy_delivery" }],
  });
sandbox.advance(38);
await save("loop", "--once");
await save("status");
await save("buys", "list");
const { stdout } = await flightdesk(["status", "--json"], environment);
const { campaigns } = JSON.parse(stdout);
const campaign: string = campaigns[0].campaign;
await save("status", campaign);
const list = JSON.parse((await flightdesk(["buys", "list", "--json"], environment)).stdout);
const bought: string[] = list.buys.flatMap((buy: { lines: { lineId: string }[] }) =>
  buy.lines.map(({ lineId }) => lineId),
);
const [first = "", second = "", third = "", fourth = ""] = bought;
await save("buys", "pause", first, "--reason", "the client called");
await save("buys", "pause", first, "--reason", "the client called", "--execute");
await save("buys", "unpause", first, "--execute");
await save("buys", "decrease", second, "--to", "15,000 EUR", "--reason", "less", "--execute");
await save("buys", "extend", third, "--until", "2027-03-15", "--execute");
await save("buys", "cancel", fourth, "--reason", "brand safety", "--execute");
await save("inbox");
await save("claims", "list");
const results = fileOf(
  "results.csv",
  `type;id;value;currency;time;lineId\npurchase;o-1;49.90;EUR;2026-11-12T10:00:00Z;${first}\nlead;o-2;;;2026-11-12T10:00:00Z;nothing\n`,
);
await save("results", "import", results, "--event-source", "web", "--complete-to", "2026-11-13");
await save("reallocations", "list");
await save("audit", "verify");
await save("audit", "orphans");
await save("ask", campaign, "How much was spent?");
await save("sellers", "list");
await save("sellers", "show");
await save("sellers", "test", "harbour.example");
await save("accounts", "sync", accounts);
await save("accounts", "list");
await save("match", "packages", "--out", join(home.path, "packages.json"));
await save("stop", "--all", "--reason", "brand safety", "--by", "kim");
await save("status");
sandbox.advance(40);
await save("loop", "--once");
await save("status", campaign);
await save("ledger", "migrate", "--dry-run");
const bundle = join(home.path, "bundle.json");
await flightdesk(["audit", "export", campaign, "--output", bundle], environment);
await save("audit", "replay", bundle);
await flightdesk(
  ["statement", "--month", "2027-01", "--format", "json", "--out", join(home.path, "statement")],
  environment,
);
const statement = readFileSync(join(home.path, "statement", "statement-2027-01.json"), "utf8");
writeFileSync(join(folder, "statement.txt"), withoutVolatile(JSON.stringify(JSON.parse(statement), null, 1)));
const waiting = JSON.parse((await flightdesk(["inbox", "--json"], environment)).stdout).waiting;
await save("reject", waiting[0]?.stepId ?? "", "--by", "kim", "--reason", "too much");
await save("end", campaign, "--by", "kim", "--reason", "over");
process.exit(0);
