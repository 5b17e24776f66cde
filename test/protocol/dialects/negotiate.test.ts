import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { createClient } from "../../../src/protocol/client/client.ts";
import { type DialectSetting, openDialectBook, pinsInMemory } from "../../../src/protocol/dialects/book.ts";
import { chooseRelease } from "../../../src/protocol/dialects/negotiate.ts";
import { pinFile } from "../../../src/protocol/dialects/pin-file.ts";
import { type SpeakingAgent, speakingAgent } from "./speaking-agent.ts";

const url = "https://seller.example/mcp";
const idempotency = { supported: true, replay_ttl_seconds: 86_400 };

const contractAgent = () => speakingAgent({ get_svc_capabilities: () => ({ idempotency }) });
const publicAgent = (adcp: Readonly<Record<string, unknown>>) =>
  speakingAgent({
    get_adcp_capabilities: () => ({ adcp: { idempotency, ...adcp }, supported_protocols: ["media_buy"] }),
    get_products: () => ({ products: [] }),
  });

const answeringIn = (adcp_version: string) =>
  speakingAgent({
    get_adcp_capabilities: () => ({ adcp_version, adcp: { idempotency, major_versions: [3] } }),
  });

function desk(
  agent: SpeakingAgent,
  {
    setting,
    pins = pinsInMemory(),
  }: {
    readonly setting?: DialectSetting;
    readonly pins?: ReturnType<typeof pinsInMemory>;
  } = {},
) {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const dialects = openDialectBook(setting, pins);
  const client = createClient({ transport: agent.transport, clock, now: clock.now, dialects });
  return { client, dialects };
}

it.each([
  ["the contract by its tool for capabilities", contractAgent(), "svc"],
  ["3.1 where the agent names it", publicAgent({ supported_versions: ["3.0", "3.1"] }), "adcp-3.1"],
  ["3.0 where the agent has nothing newer", publicAgent({ supported_versions: ["3.0"] }), "adcp-3.0"],
  ["3.0 where the agent names a major version alone", publicAgent({ major_versions: [3] }), "adcp-3.0"],
  ["3.1 where the agent answers in it and names a major version alone", answeringIn("3.1"), "adcp-3.1"],
  ["3.0 where the agent answers in a prerelease", answeringIn("3.2-beta.5"), "adcp-3.0"],
  ["3.2 alone", publicAgent({ supported_versions: ["3.2"] }), "adcp-3.2"],
  ["the newest that both speak", publicAgent({ supported_versions: ["3.0", "3.3"] }), "adcp-3.0"],
])("finds out %s", async (_name, agent, dialect) => {
  expect((await desk(agent).client.dialectOf(url)).name).toBe(dialect);
});

it.each([
  [
    "speaks neither protocol",
    speakingAgent({ add_numbers: () => ({}) }),
    /lists neither get_adcp_capabilities nor/,
  ],
  [
    "speaks no release that is supported",
    publicAgent({ supported_versions: ["2.5"] }),
    /^speaks only AdCP 2\.5, flightdesk speaks 3\.0, 3\.1 and 3\.2$/,
  ],
  ["names no release", publicAgent({}), /speaks no version that it names/],
])("sends nothing else to an agent that %s", async (_name, agent, words) => {
  const answer = await desk(agent).client.read(url, "get_products", { brief: "winter" });
  expect(answer).toMatchObject({ type: "failed", error: { message: expect.stringMatching(words) } });
  expect(agent.asked).not.toContain("get_products");
});

it.each([
  [["3.3"], undefined, /^speaks only AdCP 3\.3, flightdesk speaks 3\.0, 3\.1 and 3\.2$/],
  [["3.2.0-beta.5"], undefined, /^speaks only AdCP 3\.2\.0-beta\.5, flightdesk speaks 3\.0, 3\.1 and 3\.2$/],
  [["3.3", "3.4"], "3.3", /^speaks only AdCP 3\.3 and 3\.4, flightdesk/],
  [["3.3"], "3.2", "adcp-3.2"],
  [["3.3.3"], "3.2.4", "adcp-3.2"],
  [["3.3-beta.11"], "3.2-beta.1", /^speaks only AdCP 3\.3-beta\.11, flightdesk/],
  [["3.2-beta.11", "3.1"], undefined, "adcp-3.1"],
  [["3.0", "3.1", "3.2"], undefined, "adcp-3.2"],
  [["3.2.3"], undefined, "adcp-3.2"],
  [["3.1", "3.3"], undefined, "adcp-3.1"],
  [["3.1.2"], undefined, "adcp-3.1"],
])("takes an agent that lists %j and answers ours in %s for what it is", async (listed, answersIn, what) => {
  const agent = speakingAgent({
    get_adcp_capabilities: (request) => ({
      ...(request["adcp_version"] === "3.2" && answersIn !== undefined && { adcp_version: answersIn }),
      adcp: { idempotency, supported_versions: listed },
    }),
    get_products: () => ({ products: [] }),
  });
  const { client, dialects } = desk(agent);
  const answer = await client.read(url, "get_products", { brief: "winter" });
  if (typeof what === "string") expect(dialects.known(url)?.name).toBe(what);
  else expect(answer).toMatchObject({ type: "failed", error: { message: expect.stringMatching(what) } });
  const isNewer = typeof what === "string" && listed.some((one) => /^3\.[23](\.\d+)?$/.test(one));
  expect(dialects.isNewer(url)).toBe(isNewer);
});

it("learns of a newer release of an agent that it has met before, and keeps it", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "pins-")), "dialects.json");
  const agent = publicAgent({ supported_versions: ["3.1"] });
  const before = desk(agent, { pins: pinFile(file) });
  await before.client.read(url, "get_capabilities", {});
  expect(before.dialects.isNewer(url)).toBe(false);
  agent.answers = publicAgent({ supported_versions: ["3.1", "3.2"] }).answers;
  await before.client.read(url, "get_capabilities", {});
  expect(before.dialects.isNewer(url)).toBe(true);
  const later = desk(agent, { pins: pinFile(file) });
  expect([later.dialects.isNewer(url), later.dialects.known(url)?.name]).toEqual([true, "adcp-3.1"]);
});

it("calls a tool by the name that was called where its answer cannot be read", async () => {
  const agent = speakingAgent({
    get_adcp_capabilities: () => ({ adcp: { major_versions: [3], idempotency: "yes" } }),
    get_products: () => ({ products: 7 }),
  });
  const { client } = desk(agent);
  const said = await Promise.all([
    client.read(url, "get_capabilities", {}),
    client.read(url, "get_products", {}),
  ]);
  expect(said).toMatchObject([
    { error: { message: expect.stringMatching(/^get_adcp_capabilities: .* is not as its protocol has it/) } },
    { error: { message: expect.stringMatching(/^get_products: products is not as its protocol has it/) } },
  ]);
});

it("asks once for many calls at the same time", async () => {
  const agent = publicAgent({ supported_versions: ["3.1"] });
  const { client } = desk(agent);
  await Promise.all([1, 2, 3].map(() => client.read(url, "get_products", {})));
  expect(agent.asked).toEqual([
    "tools/list",
    "get_adcp_capabilities",
    "get_products",
    "get_products",
    "get_products",
  ]);
});

it("asks an agent again that did not answer the first time", async () => {
  const agent = speakingAgent({ get_adcp_capabilities: () => "nothing that can be read" });
  const { client } = desk(agent);
  await expect(client.dialectOf(url)).rejects.toThrow();
  agent.answers = publicAgent({ supported_versions: ["3.1"] }).answers;
  expect((await client.dialectOf(url)).name).toBe("adcp-3.1");
});

it("keeps what it found out for the next process, and what a person has set goes before it", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "pins-")), "home", "dialects.json");
  const agent = publicAgent({ supported_versions: ["3.1"] });
  await desk(agent, { pins: pinFile(file) }).client.dialectOf(url);
  const later = desk(agent, { pins: pinFile(file) });
  expect(later.dialects.known(url)?.name).toBe("adcp-3.1");
  expect(later.dialects.pinOf(url)).toMatchObject({ since: "2027-01-04T08:00:00.000Z" });
  const set = desk(agent, { pins: pinFile(file), setting: { [url]: "adcp-3.0" } });
  expect(set.dialects.known(url)).toBeUndefined();
  expect((await set.client.dialectOf(url)).name).toBe("adcp-3.0");
});

it("says which file to remove where the pins cannot be read", () => {
  const file = join(mkdtempSync(join(tmpdir(), "pins-")), "dialects.json");
  writeFileSync(file, "{ half");
  expect(() => pinFile(file).read(url)).toThrow(`${file} cannot be read; remove it`);
});

it("asks anew where the agent at an address is another than the one that was pinned", async () => {
  const agent = contractAgent();
  const { client, dialects } = desk(agent);
  await client.read(url, "get_capabilities", {});
  agent.answers = publicAgent({ supported_versions: ["3.0"] }).answers;
  const answer = await client.read(url, "get_capabilities", {});
  expect(answer).toMatchObject({ type: "answered" });
  expect(dialects.known(url)?.name).toBe("adcp-3.0");
});

it("notes that an agent answers in another release than was agreed on", async () => {
  const agent = publicAgent({ supported_versions: ["3.0"] });
  agent.answers = { ...agent.answers, get_products: () => ({ adcp_version: "3.1", products: [] }) };
  const { client, dialects } = desk(agent);
  await client.read(url, "get_products", {});
  await client.read(url, "get_products", {});
  expect(dialects.pinOf(url)?.strays).toEqual(["3.1"]);
});

it("chooses no release that was not named", () => {
  expect(chooseRelease(["3.1-beta.2"], [3])).toBeUndefined();
  expect(chooseRelease(undefined, [2, 4])).toBeUndefined();
});
