import { expect, test } from "vitest";
import { connect, key, order, start } from "./connect.ts";

test("the same key and payload give the first answer again and buy once", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const request = order();
  const first = await call("create_media_buy", request);
  const again = await call("create_media_buy", { ...request, context: { try: 2 } });
  expect(first.replayed).toBeUndefined();
  expect(again).toEqual({ ...first, replayed: true });
  expect((await call("get_media_buys", {})).media_buys).toHaveLength(1);
});

test("two calls at once with one key buy once", async () => {
  const sandbox = await start();
  sandbox.faults.set("sales", {
    rules: [{ do: "slow", task: "create_media_buy", ms: 20, when: "after" }],
  });
  const { call } = await connect(sandbox, "/sales/mcp");
  const request = order();
  const answers = await Promise.all([1, 2, 3].map(() => call("create_media_buy", request)));
  expect(new Set(answers.map((one) => one.media_buy_id)).size).toBe(1);
  expect(answers.filter((one) => one.replayed)).toHaveLength(2);
});

test("the same key with another payload is a conflict", async () => {
  const sandbox = await start();
  const { call, refusal } = await connect(sandbox, "/sales/mcp");
  const request = order();
  await call("create_media_buy", request);
  expect(await refusal("create_media_buy", { ...request, buyer_ref: "another" })).toMatchObject({
    code: "IDEMPOTENCY_CONFLICT",
  });
});

test("a key is remembered for a simulated day, then refused", async () => {
  const sandbox = await start();
  const { call, refusal } = await connect(sandbox, "/sales/mcp");
  const request = order();
  await call("create_media_buy", request);
  sandbox.advance(1);
  expect(await call("create_media_buy", request)).toMatchObject({ replayed: true });
  sandbox.advance(0.001);
  expect(await refusal("create_media_buy", request)).toMatchObject({ code: "IDEMPOTENCY_EXPIRED" });
});

test("an error is not remembered", async () => {
  const sandbox = await start();
  const { call, refusal } = await connect(sandbox, "/sales/mcp");
  const request = order({ account: { account_id: "acc_sales_acme.example_desk.example" } });
  expect(await refusal("create_media_buy", request)).toMatchObject({ code: "ACCOUNT_NOT_FOUND" });
  const accounts = [{ brand: { domain: "acme.example" }, operator: "desk.example", billing: "operator" }];
  await call("sync_accounts", { idempotency_key: key(), accounts });
  expect((await call("create_media_buy", request)).replayed).toBeUndefined();
});

test("the same key at another agent or of another principal is another request", async () => {
  const sandbox = await start({ principals: { "other-token": "other" } });
  const request = order();
  const mine = await connect(sandbox, "/sales/mcp");
  const theirs = await connect(sandbox, "/sales/mcp", "other-token");
  await mine.call("create_media_buy", request);
  expect((await theirs.call("create_media_buy", request)).replayed).toBeUndefined();
});

test("the seller without idempotency buys twice", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sellers/northgate/mcp");
  const packages = [{ product_id: "ng_display", pricing_option_id: "cpm_eur", budget: 500 }];
  const request = order({ packages });
  await call("create_media_buy", request);
  await call("create_media_buy", request);
  expect((await call("get_media_buys", {})).media_buys).toHaveLength(2);
  expect((await call("get_capabilities", {})).idempotency).toEqual({ supported: false });
});

test("an answer that is lost after the commit is there for the same key", async () => {
  const sandbox = await start();
  sandbox.faults.set("sales", {
    rules: [{ do: "drop", task: "create_media_buy", when: "after", times: 1 }],
  });
  const { call, raw } = await connect(sandbox, "/sales/mcp");
  const request = order();
  await expect(raw("create_media_buy", request)).rejects.toThrow();
  expect(await call("create_media_buy", request)).toMatchObject({ replayed: true, status: "pending_start" });
  expect(sandbox.calls.map((one) => one.outcome)).toEqual(["dropped", "replayed"]);
});
