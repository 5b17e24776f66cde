import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { digest } from "../../src/lib/digest.ts";
import { hardTexts } from "../brief/hard-texts.ts";

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const brief = readFileSync(file("examples/brief-to-campaign/brief.yaml"), "utf8");
/** Characters that make a token, as tool lists are usually counted. */
const perToken = 4;

const home = mkdtempSync(join(tmpdir(), "flightdesk-mcp-"));
const client = new Client({ name: "a host", version: "1" });

beforeAll(async () => {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [file("dist/cli/main.js"), "mcp", "--sandbox"],
      env: { ...process.env, FLIGHTDESK_HOME: home } as Record<string, string>,
      cwd: home,
      stderr: "ignore",
    }),
  );
});
afterAll(async () => {
  await client.close();
  rmSync(home, { recursive: true });
});

async function call(name: string, given: Record<string, unknown>) {
  const answer = await client.callTool({ name, arguments: given }, undefined, { timeout: 60_000 });
  const { structuredContent, content, isError = false } = CallToolResultSchema.parse(answer);
  return { structuredContent, isError, told: JSON.stringify(structuredContent ?? content) };
}

describe("the desk for an assistant", () => {
  it("offers tools that read and propose, in few words, none of which may change unseen", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "check_brief",
      "compare_offers",
      "plan_campaign",
      "what_if",
      "refine_offers",
      "campaign_status",
      "list_inbox",
      "explain",
      "seller_record",
      "delivery",
      "list_buys",
      "creatives",
      "claims",
      "statement",
      "changes",
      "report",
      "start_campaign",
      "propose_change",
      "ask_for_approval",
      "wait_for",
    ]);
    const proposing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    expect(proposing.map(({ name }) => name)).toEqual(["start_campaign", "propose_change"]);
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect(annotations?.readOnlyHint === true || annotations?.destructiveHint === false).toBe(true);
      expect(inputSchema).toMatchObject({ additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
    }
    expect(JSON.stringify(tools).length / perToken).toBeLessThan(6_000);

    // A host shows a changed description as a warning: change the digest with the words, on purpose.
    expect(
      digest(tools.map(({ name, description, inputSchema }) => [name, description, inputSchema])).slice(
        0,
        12,
      ),
    ).toBe("ee51e86aa4ae");
  });

  it("answers about a brief that can be cut up in endless ways", async () => {
    for (const text of hardTexts) {
      const { isError, told } = await call("check_brief", { brief: text, format: "text" });
      expect(isError, told).toBe(false);
    }
  });

  it("takes a brief to a plan and to other plans, and buys nothing", async () => {
    const checked = await call("check_brief", { brief: "EUR 50k for Acme in Germany in March, CTV only" });
    expect(checked.structuredContent).toMatchObject({ problems: [] });
    expect(checked.structuredContent).toHaveProperty("questions.0");

    const planned = await call("plan_campaign", { brief, format: "yaml" });
    expect(planned.structuredContent).toMatchObject({ verdict: expect.stringMatching(/^EUR 250,000 buys /) });
    const { campaign_id } = planned.structuredContent as { campaign_id: string };
    const plan = await client.readResource({ uri: `flightdesk://campaigns/${campaign_id}/plan` });
    expect(JSON.stringify(plan)).toContain("nordlicht.example");
    const others = await call("what_if", {
      campaign_id,
      scenarios: [[{ change: "budget", value: "EUR 300,000" }]],
    });
    expect(others.structuredContent).toMatchObject({
      scenarios: [{ total: "EUR 250,000.00" }, { total: "EUR 300,000.00" }],
    });
    const why = await call("explain", { campaign_id, question: "why is nordlicht.example in the plan?" });
    expect(why.structuredContent).toMatchObject({
      campaign_id,
      facts: expect.arrayContaining([expect.anything()]),
    });
    const compared = await call("compare_offers", { brief, format: "yaml" });
    expect(compared.structuredContent).toHaveProperty("offers.9");
    for (const { told } of [checked, planned, others, why, compared])
      expect(told.length / perToken).toBeLessThan(2_000);

    const { plan_digest } = planned.structuredContent as { plan_digest: string };
    const begun = await call("start_campaign", { campaign_id, plan_digest });
    expect(begun).toMatchObject({ isError: false, told: expect.stringContaining("must approve it") });
    expect((await call("campaign_status", {})).structuredContent).toMatchObject({
      campaigns: [{ campaign_id, stands: "Not begun, begins 18 Jan · nothing booked · 1 decision" }],
    });
    expect((await call("list_inbox", {})).structuredContent).toMatchObject({
      waiting: [{ campaign_id, asked_by: "model", untrusted_purpose: "tell the governance agent the plan" }],
    });
  });

  it("hands out the brief's schema, the policies and prompts", async () => {
    const schema = await client.readResource({ uri: "flightdesk://schemas/brief" });
    expect(JSON.stringify(schema)).toContain("budget");
    const policies = await client.readResource({ uri: "flightdesk://policies" });
    expect(policies.contents).toHaveLength(1);
    const inbox = await client.readResource({ uri: "flightdesk://inbox" });
    expect(JSON.stringify(inbox)).toContain("waiting");
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      "brief-to-plan",
      "weekly-review",
      "why-not",
      "what-waits",
    ]);
    const { messages } = await client.getPrompt({ name: "why-not", arguments: { seller: "albion" } });
    expect(JSON.stringify(messages)).toContain("albion");
  });

  it("says what is wrong with a call, and goes on", async () => {
    const unknown = await call("what_if", { campaign_id: "nobody" });
    expect(unknown).toMatchObject({ isError: true });
    expect(unknown.told).toMatch(/untrusted_refused.*nobody/);
    const empty = await call("plan_campaign", { brief: "budget: lots", format: "yaml" });
    expect(empty).toMatchObject({ isError: true });
    expect((await call("list_inbox", {})).isError).toBe(false);
  });

  it("speaks the newest revision as well, without a session", async () => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "a newer host", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const child = spawn(process.execPath, [file("dist/cli/main.js"), "mcp", "--sandbox"], {
      env: { ...process.env, FLIGHTDESK_HOME: home },
      cwd: home,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (method: string, params: Record<string, unknown>) => {
      child.stdin.write(
        `${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } })}\n`,
      );
      return JSON.parse((await answers.next()).value ?? "");
    };
    expect(await ask("server/discover", {})).toMatchObject({
      result: { supportedVersions: expect.arrayContaining(["2026-07-28"]) },
    });
    expect(await ask("tools/call", { name: "list_inbox", arguments: {} })).toMatchObject({
      result: { structuredContent: { waiting: [{ asked_by: "model" }] } },
    });
    child.stdin.end();
    await once(child, "exit");
    expect(child.exitCode).toBe(0);
  });
});
