import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDesk, plan } from "./admin-sandbox.ts";

describe("call", () => {
  let shared: Awaited<ReturnType<typeof openDesk>>;
  beforeAll(async () => {
    shared = await openDesk();
  });
  afterAll(() => shared[Symbol.asyncDispose]());

  it("asks an agent by domain or by address and prints its answer", async () => {
    await using desk = await openDesk();
    const args = desk.file("args.json", { filters: { channels: ["ctv"] } });
    const byName = await desk.run("call", "harbour.example", "get_products", "--args", args);
    expect(byName.code).toBe(0);
    expect(JSON.parse(byName.stdout)).toHaveProperty("products.0.product_id");

    const address = `${desk.sandbox.url}/sales/mcp`;
    const byAddress = await desk.run("call", address, "get_svc_capabilities", "--json");
    expect(JSON.parse(byAddress.stdout)).toMatchObject({
      command: "call",
      task: "get_capabilities",
      status: "done",
      answer: { idempotency: { supported: true } },
    });
    const brand = desk.file("brand.json", { brand: { domain: "acme.example" } });
    const identity = await desk.run("call", "brand.example", "get_brand_identity", "--args", brand);
    expect(JSON.parse(identity.stdout)).toHaveProperty("brand.name");
  });

  it.each([
    [["harbour.example", "get_produkts"], {}, /there is no task "get_produkts"\. Known: .*get_products/],
    [["nobody.example", "get_products"], {}, /There are: .*harbour\.example/],
    [
      ["harbour.example", "get_products"],
      { filters: { chanels: ["ctv"] } },
      /args\.json: filters: .*chanels/,
    ],
    [["harbour.example", "get_products"], "[1]", /one JSON object is expected/],
    [["harbour.example", "get_products"], "{", /this is not JSON/],
    [["harbour.example", "sync_accounts"], {}, /changes something at the agent: nothing was sent.*--execute/],
    [
      ["harbour.example", "sync_accounts", "--execute"],
      { accounts: [{ billing: "me" }] },
      /accounts\[0\]\.billing: /,
    ],
    [["harbour.example", "sync_accounts", "--execute"], { api_key: "x" }, /api_key looks like a credential/],
    [["harbour.example", "sync_accounts", "--execute"], { governance_context: "x" }, /not given by hand/],
    [
      ["harbour.example", "sync_audiences", "--execute"],
      { audiences: [{ audience_id: "a", name: "for a@b.example" }] },
      /audiences\[0\]\.name looks like an e-mail address/,
    ],
  ])("%j with %j is a usage error that names what is wrong", async (words, given, message) => {
    const desk = shared;
    const args = desk.file("args.json", given);
    const { code, stdout, stderr } = await desk.run("call", ...words, "--args", args);
    expect(stderr).toMatch(message);
    expect(stdout).toBe("");
    expect(code).toBe(2);
    expect(desk.callsOf("sync_accounts")).toEqual([]);
  });

  it("tells why where an agent says no, and fails", async () => {
    const { code, stdout, stderr } = await shared.run("call", "stotter-media.example", "get_products");
    expect(stderr).toContain("stotter-media.example: INTERNAL_ERROR: the ad server did not answer");
    expect(stdout).toBe("");
    expect(code).toBe(1);
  });

  it("makes a change once, through governance, and shows a refusal", async () => {
    await using desk = await openDesk();
    const account = { brand: { domain: "acme.example" }, operator: "agency.example", billing: "operator" };
    const args = desk.file("args.json", { accounts: [account] });
    const words = ["call", "harbour.example", "sync_accounts", "--args", args, "--execute"];
    const refused = await desk.run(...words);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/refused: plan "admin[^"]+" is not known/);
    expect(desk.callsOf("sync_accounts")).toEqual([]);

    const done = await desk.run(...words, "--plan", plan);
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toHaveProperty("accounts.0.status", "active");
    const again = await desk.run(...words, "--plan", plan, "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ status: "done", before: true });
    expect(desk.callsOf("sync_accounts")).toHaveLength(1);
    expect(desk.callsOf("sync_accounts")[0]?.arguments).toHaveProperty("governance_context");
  });

  it("never spends: what can cost money needs a brief", async () => {
    await using desk = await openDesk();
    const args = desk.file("args.json", {
      packages: [{ product_id: "hb_ctv_prime", pricing_option_id: "cpm_eur", budget: 900 }],
      start_time: "2030-01-01T00:00:00Z",
      end_time: "2030-02-01T00:00:00Z",
    });
    const { code, stderr } = await desk.run(
      "call",
      "harbour.example",
      "create_media_buy",
      "--args",
      args,
      "--execute",
      "--plan",
      plan,
    );
    expect(code).toBe(1);
    expect(stderr).toContain("create_media_buy can cost money and there is no brief");
    expect(desk.callsOf("create_media_buy")).toEqual([]);
    expect(desk.callsOf("check_governance")).toEqual([]);
  });
});
