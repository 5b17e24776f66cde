import { expect, it } from "vitest";
import { capabilities, cooperativeSeller, product } from "./cooperative-seller.ts";
import { openDesk } from "./open-desk.ts";

it("reads what each seller can do before it asks it anything else", async () => {
  await using desk = await openDesk(["alpha", "beta", "gamma"].map((slug) => cooperativeSeller(slug)));
  await desk.run();
  for (const seller of ["alpha", "beta", "gamma"]) {
    const [first, ...others] = desk.market.calls.filter((call) => call.seller === seller);
    expect(first?.tool).toBe("get_adcp_capabilities");
    expect(others.map(({ tool }) => tool)).toContain("get_products");
  }
});

it.each([
  [["3.0", "3.1"], "3.1"],
  [["3.1", "3.2"], "3.2"],
  [["3.1", "3.2-beta.11"], "3.1"],
  [["3.0"], undefined],
])("to a seller that supports %j it names the version %s in every request", async (supported, version) => {
  const told = () => ({ payload: capabilities("alpha", { supported_versions: supported }) });
  await using desk = await openDesk([cooperativeSeller("alpha", { get_adcp_capabilities: told })]);
  await desk.run();
  const asked = desk.market.calls.filter(({ tool }) => tool !== "get_adcp_capabilities");
  expect(asked.map(({ tool }) => tool)).toEqual(expect.arrayContaining(["get_products", "create_media_buy"]));
  for (const call of asked) {
    expect(call.arguments["adcp_version"]).toBe(version);
    expect(call.arguments["adcp_major_version"]).toBe(3);
  }
});

it("asks nothing of a seller that supports no version it knows, and buys from the others", async () => {
  const newer = () => ({
    payload: capabilities("alpha", { major_versions: [4], supported_versions: ["4.0"] }),
  });
  await using desk = await openDesk([
    cooperativeSeller("alpha", { get_adcp_capabilities: newer }),
    cooperativeSeller("beta"),
  ]);
  await desk.run();
  expect(
    new Set(desk.market.calls.filter(({ seller }) => seller === "alpha").map(({ tool }) => tool)),
  ).toEqual(new Set(["get_adcp_capabilities"]));
  expect((await desk.state()).sellers?.find(({ id }) => id === "alpha.example")?.reasons.join()).toMatch(
    /4\.0/,
  );
  expect((await desk.step("buy/beta.example/EUR")).status).toBe("done");
});

it("asks for products with the brief, filters, the brand and the account", async () => {
  await using desk = await openDesk([cooperativeSeller("alpha")]);
  await desk.run("ranking");
  const [asked] = desk.market.callsOf("get_products");
  expect(asked?.arguments).toMatchObject({
    buying_mode: "brief",
    brief: expect.stringContaining("Flight 2027-01-18 to 2027-02-28"),
    brand: { domain: "acme.example" },
    account: { brand: { domain: "acme.example" }, operator: "flightdesk.example" },
    filters: { channels: ["olv"], countries: ["DE"], budget_range: { currency: "EUR" } },
  });
});

it("asks as anybody where a seller knows no such account yet", async () => {
  const products = () => ({ status: "completed", cache_scope: "public", products: [product("alpha")] });
  await using desk = await openDesk([
    cooperativeSeller("alpha", {
      get_products: ({ account }) =>
        account === undefined ? { payload: products() } : { error: { code: "ACCOUNT_NOT_FOUND" } },
    }),
  ]);
  await desk.run();
  expect((await desk.step("buy/alpha.example/EUR")).status).toBe("done");
});

it("goes on with the others where a seller is offline, and names it", async () => {
  const down = () => ({ http: 503 });
  await using desk = await openDesk([
    cooperativeSeller("alpha", { get_adcp_capabilities: down, get_products: down }),
    cooperativeSeller("beta"),
    cooperativeSeller("gamma", { get_products: down }),
  ]);
  await desk.run();
  expect((await desk.step("buy/beta.example/EUR")).status).toBe("done");
  expect(desk.market.callsOf("create_media_buy").map(({ seller }) => seller)).toEqual(["beta"]);
  const reasons = async (id: string) =>
    (await desk.state()).sellers?.find((seller) => seller.id === id)?.reasons.join();
  expect(await reasons("alpha.example")).toMatch(/503/);
  expect((await desk.state()).quotes?.find(({ sellerId }) => sellerId === "gamma.example")).toMatchObject({
    result: "failed",
    reason: expect.stringContaining("503"),
  });
});

it("keeps apart what two sellers call the same", async () => {
  const same = (slug: string) => () => ({
    payload: {
      status: "completed",
      cache_scope: "account",
      products: [product(slug, { product_id: "olv" })],
    },
  });
  await using desk = await openDesk([
    cooperativeSeller("alpha", { get_products: same("alpha") }),
    cooperativeSeller("beta", { get_products: same("beta") }),
  ]);
  await desk.run();
  for (const { seller, arguments: request } of desk.market.callsOf("create_media_buy"))
    expect(request["packages"]).toEqual([
      expect.objectContaining({ product_id: "olv", pricing_option_id: `${seller}_cpm` }),
    ]);
  expect(desk.market.callsOf("create_media_buy")).toHaveLength(2);
});
