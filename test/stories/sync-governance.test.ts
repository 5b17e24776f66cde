import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AppOptions } from "../../src/app.ts";
import { credentialPorts } from "../../src/protocol/credentials/file.ts";
import { publicReleases } from "../../src/protocol/tasks/names.ts";
import { governanceCredentialMark } from "../../src/protocol/tasks/sync_governance.ts";
import type { RecordedCall, Sandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk } from "../cli/flightdesk.ts";
import { requestSchemaOf, schemaErrors } from "../protocol/dialects/adcp/schemas.ts";
import { openStory } from "./story.ts";

const secret = "governance-of-nordlicht-5f0c81d2e6a94b37";
const seller = "nordlicht.example";

function credentialsOf(environment: Readonly<Record<string, string>>) {
  return (sandbox: Sandbox): Promise<AppOptions["credentials"]> =>
    Promise.resolve({
      entries: [
        {
          seller,
          entry: {
            kind: "bearer",
            url: `${sandbox.url}/sellers/nordlicht/mcp`,
            token: sandbox.token,
            governance_credential: "env:NORDLICHT_GOVERNANCE",
          },
        },
      ],
      ...credentialPorts(".", environment),
    });
}

const isAt = (task: string) => (call: RecordedCall) => call.task === task && call.agentId === seller;

it.each(publicReleases)(
  "tells one seller its governance agent in release %s, once and before its buy, and keeps the credential nowhere",
  async (release) => {
    await using story = await openStory({
      sandbox: {
        protocol: "adcp",
        release,
        requireGovernance: true,
        // A seller that says to everybody what it was told.
        rewriteAnswer: ({ agent, payload }) =>
          agent === "nordlicht" ? { ...payload, note: `you said ${secret}` } : payload,
      },
      brief: { channels: ["ctv"] },
      credentials: credentialsOf({ NORDLICHT_GOVERNANCE: secret }),
    });
    const { sandbox, app, campaignId, home, state } = story;
    await story.run();
    sandbox.advance(1);
    await story.run();

    const told = sandbox.calls.filter(({ task }) => task === "sync_governance");
    expect(told.map(({ agentId, outcome }) => [agentId, outcome])).toEqual([[seller, "answered"]]);
    const [call] = told;
    if (call === undefined) throw new Error("nobody was told");
    const { arguments: sent, order } = call;
    expect(sent["accounts"]).toEqual([
      {
        account: expect.anything(),
        governance_agents: [
          { url: sandbox.governanceUrl, authentication: { schemes: ["Bearer"], credentials: secret } },
        ],
      },
    ]);
    const misspelled = schemaErrors(requestSchemaOf("sync_governance"), sent);
    // The sandbox is served on this machine, without TLS.
    expect(misspelled.filter((error) => !error.includes("^https://"))).toEqual([]);

    const bought = sandbox.calls.filter(({ task }) => task === "create_media_buy");
    expect(new Set(bought.map(({ agentId }) => agentId)).size).toBeGreaterThan(1);
    expect(bought.find(isAt("create_media_buy"))?.order).toBeGreaterThan(order);
    const asked = sandbox.calls.filter(
      ({ task, arguments: check }) => task === "check_governance" && check["tool"] === "sync_governance",
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.order).toBeLessThan(order);
    expect(JSON.stringify(asked)).toContain(governanceCredentialMark);

    const environment = { FLIGHTDESK_HOME: home };
    const said = [];
    for (const words of [
      ["report", "--format", "md,csv,json"],
      ["status", "--json"],
      ["audit", "export", "--output", join(home, "bundle.json")],
    ]) {
      const { code, stdout, stderr } = await flightdesk(words, environment);
      expect(code, stderr).toBe(0);
      said.push(stdout, stderr);
    }

    const step = (await state()).steps.find(({ step: { task } }) => task === "sync_governance");
    expect(step).toMatchObject({ status: "done", receipt: { payload: { note: "you said [secret]" } } });
    const others = sandbox.calls.filter(({ task }) => task !== "sync_governance");
    const files = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
    expect(files.length).toBeGreaterThan(0);
    const kept = [
      JSON.stringify([await app.ledger.read(campaignId), await state(), others]),
      ...said,
      ...files,
    ];
    expect(kept.filter((text) => text.includes(secret))).toEqual([]);
  },
);

it("buys nothing from a seller that was to be told and cannot be, and sends it nothing", async () => {
  await using story = await openStory({
    sandbox: { protocol: "adcp" },
    brief: { channels: ["ctv"] },
    credentials: credentialsOf({ NORDLICHT_GOVERNANCE: "too short" }),
  });
  const { sandbox } = story;
  const waiting = await story.run();
  expect(waiting).toContainEqual(
    expect.objectContaining({
      stepId: `governance/${seller}`,
      reason: expect.stringContaining("fewer than 32 characters"),
    }),
  );
  expect(sandbox.calls.filter(({ task }) => task === "sync_governance")).toEqual([]);
  const bought = sandbox.calls.filter(({ task }) => task === "create_media_buy");
  expect(bought.length).toBeGreaterThan(0);
  expect(bought.filter(isAt("create_media_buy"))).toEqual([]);
});

it("buys nothing from a seller that answers that it did not take it over", async () => {
  await using story = await openStory({
    sandbox: {
      protocol: "adcp",
      rewriteAnswer: ({ task, payload }) =>
        task === "sync_governance" ? { ...payload, accounts: [{ account: {}, status: "failed" }] } : payload,
    },
    brief: { channels: ["ctv"] },
    credentials: credentialsOf({ NORDLICHT_GOVERNANCE: secret }),
  });
  const { sandbox } = story;
  await story.run();
  await story.run();
  expect(sandbox.calls.filter(isAt("sync_governance"))).toHaveLength(1);
  expect(sandbox.calls.filter(isAt("create_media_buy"))).toEqual([]);
});
