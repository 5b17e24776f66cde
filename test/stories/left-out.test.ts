import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CannedMarket, startCannedMarket } from "../canned/market.ts";
import { flightdesk, temporaryFolder } from "../cli/flightdesk.ts";
import { capabilities, cooperativeSeller } from "./buyer-behaviours/cooperative-seller.ts";

const brief = `name: Left out
brand: { domain: acme.example }
objective: awareness
budget: 10,000 EUR
flight: { start: 2027-01-18, end: 2027-02-28 }
countries: [DE]
channels: [olv]
limits:
  excluded_sellers: [avoided.example]
`;

const credentials = (url: string) => `sellers:
  alpha.example: { kind: bearer, url: "${url}/alpha/mcp", token: "env:FLIGHTDESK_TEST_NOT_SET" }
  keyless.example: { kind: signature, url: "${url}/keyless/mcp", key_file: none.pem, key_id: k1 }
`;

let market: CannedMarket;
const registry = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://registry.example");
  const channel = searchParams.get("channel");
  const agents =
    { get_products: entries, build_creative: builders }[searchParams.get("capability") ?? ""] ?? [];
  const fits = (channels: readonly string[] | undefined) =>
    channel === null || channels === undefined || channels.includes(channel);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ agents: agents.filter(({ channels }) => fits(channels)) }));
});
let entries: readonly { readonly channels?: readonly string[]; readonly [field: string]: unknown }[] = [];
let builders: typeof entries = [];
let registryUrl = "";

beforeAll(async () => {
  market = await startCannedMarket([
    cooperativeSeller("good"),
    cooperativeSeller("alpha"),
    cooperativeSeller("keyless"),
    cooperativeSeller("avoided"),
    cooperativeSeller("twice"),
    cooperativeSeller("newer", {
      get_adcp_capabilities: () => ({
        payload: capabilities("newer", { major_versions: [4], supported_versions: ["4.0"] }),
      }),
    }),
    cooperativeSeller("account", {
      get_adcp_capabilities: () => ({
        payload: { ...capabilities("account"), account: { require_operator_auth: true } },
      }),
      list_accounts: () => ({ payload: { status: "completed", accounts: [] } }),
    }),
    cooperativeSeller("showroom", { create_media_buy: undefined }),
    cooperativeSeller("down", { get_adcp_capabilities: () => ({ http: 503 }) }),
  ]);
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  // A TCP server's address is never a pipe name.
  registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(async () => {
  registry.close();
  await market[Symbol.asyncDispose]();
});

const tasks = ["get_products", "create_media_buy", "sync_accounts"];

function listed(slug: string, more: object = {}) {
  return {
    domain: `${slug}.example`,
    agent_url: `${market.url}/${slug}/mcp`,
    capabilities: tasks,
    channels: ["olv"],
    ...more,
  };
}

/** Entry of the registry, the row that it has, and whether that is something to be mended. */
const causes: readonly (readonly [string, () => object, id: string, reason: RegExp, mend: boolean])[] = [
  [
    "a credential whose variable is not set",
    () => listed("alpha"),
    "alpha.example",
    /is not asked: .*the environment variable FLIGHTDESK_TEST_NOT_SET is not set/,
    true,
  ],
  [
    "a credential whose key file cannot be read",
    () => listed("keyless"),
    "keyless.example",
    /is not asked: .*none\.pem/,
    true,
  ],
  [
    "an address in a private network",
    () => listed("inside", { agent_url: "http://10.1.2.3/mcp" }),
    "inside.example",
    /is not asked: http:\/\/10\.1\.2\.3\/mcp is not called/,
    true,
  ],
  [
    "an address that a cloud keeps for itself",
    () => listed("meta", { agent_url: "https://169.254.169.254/mcp" }),
    "meta.example",
    /is not asked: https:\/\/169\.254\.169\.254\/mcp is not called/,
    true,
  ],
  ["a release that is not supported", () => listed("newer"), "newer.example", /4\.0/, true],
  [
    "a card that cannot be reached",
    () => listed("cardless", { agent_url: `${market.url}/cardless`, protocol: "a2a" }),
    "cardless.example",
    /does not say what it can do/,
    true,
  ],
  ["a server that is down", () => listed("down"), "down.example", /does not say what it can do/, true],
  [
    "an entry without an address",
    () => ({ domain: "nowhere.example", capabilities: tasks, channels: ["olv"] }),
    "refused: nowhere.example",
    /names no address/,
    true,
  ],
  [
    "an address that is not called over http",
    () => listed("files", { agent_url: "ftp://files.example/mcp" }),
    "refused: files.example",
    /not an address that is called over http/,
    true,
  ],
  [
    "an address with a password",
    () => listed("secret", { agent_url: "https://user:word@secret.example/mcp" }),
    "refused: secret.example",
    /holds a user or a password/,
    true,
  ],
  [
    "a seller that is listed without get_products",
    () => listed("mute", { capabilities: ["create_media_buy"] }),
    "mute.example",
    /does not serve get_products/,
    true,
  ],
  [
    "no account at a seller that opens them itself",
    () => listed("account"),
    "account.example",
    /has no active account for acme\.example/,
    true,
  ],
  [
    "an agent that shows and does not sell",
    () => listed("showroom", { capabilities: ["get_products"] }),
    "showroom.example",
    /cannot be bought from/,
    false,
  ],
  ["the brief", () => listed("avoided"), "avoided.example", /excluded by the brief/, false],
  [
    "another channel",
    () => listed("posters", { agent_url: `${"https://posters.example"}/mcp`, channels: ["dooh"] }),
    "posters.example",
    /sells digital out of home; the brief asks for online video/,
    false,
  ],
];

interface Output {
  readonly report: {
    readonly sellers: readonly {
      readonly id: string;
      readonly eligible: boolean;
      readonly notes: string[];
    }[];
    readonly headline: {
      readonly summary: readonly string[];
      readonly attention: readonly { readonly who: string; readonly why: string }[];
    };
  };
}

async function run(
  command: string,
  json: boolean,
  environment: Readonly<Record<string, string>> = {},
  text = brief,
) {
  using folder = temporaryFolder();
  const file = join(folder.path, "brief.yaml");
  writeFileSync(file, text);
  writeFileSync(join(folder.path, "credentials.yaml"), credentials(market.url), { mode: 0o600 });
  return await flightdesk([command, file, ...(json ? ["--json"] : [])], {
    FLIGHTDESK_HOME: folder.path,
    FLIGHTDESK_REGISTRY_URL: registryUrl,
    FLIGHTDESK_WELL_KNOWN_URL: market.wellKnownUrl,
    FLIGHTDESK_SEPARATE_SELLERS: market.url,
    ...environment,
  });
}

it.each(["compare", "plan", "run"])(
  "%s has a row with a reason for every seller that is left out before it is asked",
  async (command) => {
    entries = [listed("good"), ...causes.map(([, entry]) => entry() as (typeof entries)[number])];
    const text = await run(command, false);
    expect(text.code, text.stderr + text.stdout).toBe(0);
    const json = await run(command, true);
    expect(json.code, json.stderr).toBe(0);
    const { report } = JSON.parse(json.stdout) as Output;
    const words = text.stdout.replaceAll(/\s+/g, " ");
    for (const [cause, , id, reason, mend] of causes) {
      const row = report.sellers.find((seller) => seller.id === id);
      expect(row?.eligible, cause).toBe(false);
      expect(row?.notes.join(" "), cause).toMatch(reason);
      expect(words, cause).toContain(id);
      expect(
        report.headline.attention.some(({ who }) => who === id),
        cause,
      ).toBe(mend);
    }
    for (const [cause, , , reason, mend] of causes) if (mend) expect(words, cause).toMatch(reason);
    const mended = causes.filter(([, , , , mend]) => mend).length;
    expect(report.headline.summary.join(" ")).toContain(`${mended} more could not be asked.`);
    expect(report.headline.attention.some(({ who }) => who === "good.example")).toBe(false);
  },
  180_000,
);

it("says nothing of the kind where everybody is asked", async () => {
  entries = [listed("good"), listed("twice")];
  const text = await run("compare", false);
  expect(text.code).toBe(0);
  expect(text.stdout).not.toContain("not asked");
  const { report } = JSON.parse((await run("compare", true)).stdout) as Output;
  expect(report.headline.attention).toEqual([]);
  expect(report.headline.summary.join(" ")).not.toContain("could not be asked");
});

it("leaves nobody out for a channel where the brief names none", async () => {
  entries = [listed("good"), listed("twice", { channels: ["dooh"] })];
  const any = brief.replace("[olv]", "[]");
  const { report } = JSON.parse((await run("compare", true, {}, any)).stdout) as Output;
  expect(report.sellers.map(({ id, eligible }) => [id, eligible])).toEqual([
    ["good.example", true],
    ["twice.example", true],
  ]);
});

it("asks the seller once its variable is set", async () => {
  entries = [listed("alpha")];
  const out = await run("plan", true);
  expect(out.code).toBe(1);
  const set = await run("plan", true, { FLIGHTDESK_TEST_NOT_SET: "alpha-token-of-this-desk" });
  const { report } = JSON.parse(set.stdout) as Output;
  expect(report.sellers.map(({ id, eligible }) => [id, eligible])).toEqual([["alpha.example", true]]);
});

it("keeps every name of one address in its row, and a row for each of two entries that share a name", async () => {
  entries = [
    listed("twice"),
    listed("twice", { domain: "other-name.example" }),
    { domain: "broken.example", agent_url: "ftp://one.example" },
    { domain: "broken.example", agent_url: "ftp://two.example" },
    { name: "no domain, no address" },
    { agent_url: "" },
  ];
  const { report } = JSON.parse((await run("compare", true)).stdout) as Output;
  const twice = report.sellers.find(({ notes }) => notes.join(" ").includes("twice.example"));
  expect(twice?.notes.join(" ")).toContain("is listed as twice.example, too");
  const refused = report.sellers.filter(({ id }) => id.startsWith("refused"));
  expect(refused).toHaveLength(4);
});

it("has a row for an agent that builds creatives and cannot be asked, and none for one that can", async () => {
  entries = [listed("good")];
  const builds = { capabilities: ["build_creative", "list_creative_formats"], channels: undefined };
  builders = [listed("down", builds), listed("keyless", builds), listed("twice", builds)];
  try {
    const text = await run("compare", false);
    expect(text.code, text.stderr).toBe(0);
    expect(text.stdout).toMatch(
      /not asked[\s\S]*down\.example[\s\S]*builds creatives: does not say what it can do/i,
    );
    const { report } = JSON.parse((await run("compare", true)).stdout) as Output;
    expect(report.sellers.map(({ id }) => id).toSorted()).toEqual([
      "down.example",
      "good.example",
      "keyless.example",
    ]);
    const keyless = report.sellers.find(({ id }) => id === "keyless.example");
    expect(keyless?.notes.join(" ")).toMatch(/builds creatives: is not asked: .*none\.pem/);
    expect(report.headline.attention).toEqual([]);
  } finally {
    builders = [];
  }
}, 60_000);
