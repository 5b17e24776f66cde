import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { examined } from "./examined.ts";
import { type Changes, goodSeller, neverCalled, productOf, without } from "./good-seller.ts";
import { type Json, type Script, startScriptedSeller } from "./scripted-seller.ts";

type Delivered = Json & { readonly totals: Json; readonly by_package: readonly Json[] };

/** The one buy of a report, changed. */
const reported =
  (change: (buy: Delivered) => Json) =>
  (report: Json): Json => ({
    ...report,
    media_buy_deliveries: (report["media_buy_deliveries"] as readonly Delivered[]).map(change),
  });

const packaged =
  (change: (one: Json, index: number) => Json) =>
  (report: Json): Json =>
    reported((buy) => ({ ...buy, by_package: buy.by_package.map(change) }))(report);

const options =
  (change: (all: readonly Json[]) => readonly Json[]) =>
  (product: Json): Json => ({
    ...product,
    pricing_options: change(product["pricing_options"] as readonly Json[]),
  });

const structured = (payload: Json): Json => ({
  structuredContent: payload,
  content: [{ type: "text", text: JSON.stringify(payload) }],
});

interface Row {
  readonly name: string;
  readonly changes?: Changes;
  readonly script?: (right: Script, url: string) => Script;
  readonly rule: string;
  readonly path?: string;
  readonly usable?: false;
}

const rows: readonly Row[] = [
  {
    name: "two products of one id",
    changes: { products: ({ products, ...rest }) => ({ ...rest, products: twice(products) }) },
    rule: "product-id-twice",
    path: "/products/3/product_id",
  },
  {
    name: "two options of one id in a product",
    changes: { product: options(([first = {}]) => [first, { ...first, fixed_price: 7 }]) },
    rule: "option-id-twice",
    path: "/products/0/pricing_options/1/pricing_option_id",
  },
  {
    name: "a fixed price and a floor",
    changes: { product: options(([first = {}, ...others]) => [{ ...first, floor_price: 2 }, ...others]) },
    rule: "fixed-and-floor",
    path: "/products/0/pricing_options/0",
  },
  {
    name: "an auction without a floor",
    changes: {
      product: options(([first = {}, auction = {}]) => [
        first,
        { ...without("floor_price")(auction), price_guidance: { p50: 5 } },
      ]),
    },
    rule: "auction-without-floor",
    path: "/products/0/pricing_options/1",
  },
  {
    name: "a format that it does not describe",
    changes: {
      product: (product) => ({ ...product, format_ids: [{ ...formatOf(product), id: "banner" }] }),
    },
    rule: "format-not-described",
    path: "/products/0/format_ids/0",
  },
  {
    name: "a publisher that does not list it",
    script: (right) => ({
      ...right,
      pages: { "/domains/publisher.example/.well-known/adagents.json": { authorized_agents: [] } },
    }),
    rule: "publisher-does-not-list-it",
    usable: false,
  },
  {
    name: "totals that are not the sum of packages",
    changes: { delivery: reported((buy) => ({ ...buy, totals: { ...buy.totals, impressions: 9000 } })) },
    rule: "total-not-sum-of-packages",
    path: "/media_buy_deliveries/0/totals/impressions",
  },
  {
    name: "packages that are not the sum of their days",
    changes: { delivery: (report) => withTotals(packaged((one) => ({ ...one, spend: 20 }))(report)) },
    rule: "total-not-sum-of-days",
    path: "/media_buy_deliveries/0/by_package/0/spend",
  },
  {
    name: "a package that spends another currency",
    changes: { delivery: packaged((one, i) => (i === 0 ? { ...one, currency: "USD" } : one)) },
    rule: "package-in-other-currency",
    path: "/media_buy_deliveries/0/by_package/0/currency",
  },
  {
    name: "a buy in another currency than its options",
    changes: {
      buys: (list) => ({ ...list, media_buys: firstOf(list["media_buys"], { currency: "USD" }) }),
      delivery: packaged((one) => one),
    },
    rule: "package-in-other-currency",
    path: "/media_buys/0/packages/0",
  },
  {
    name: "days in UTC where it reports in Berlin",
    changes: {
      delivery: packaged((one) => ({
        ...one,
        daily_breakdown: (one["daily_breakdown"] as readonly Json[]).map((day, i) => ({
          ...day,
          date: `2026-09-${29 + i}`,
        })),
      })),
    },
    rule: "day-outside-period",
    path: "/media_buy_deliveries/0/by_package/0/daily_breakdown/0/date",
  },
  {
    name: "a day that it reports twice",
    changes: {
      delivery: packaged((one) => ({
        ...one,
        daily_breakdown: (one["daily_breakdown"] as readonly Json[]).map((day) => ({
          ...day,
          date: "2026-10-01",
        })),
      })),
    },
    rule: "day-twice",
    path: "/media_buy_deliveries/0/by_package/0/daily_breakdown/1/date",
  },
  {
    name: "aggregated totals that are not the sum of its buys",
    changes: {
      delivery: (report) => ({
        ...report,
        aggregated_totals: { impressions: 1, spend: 12, media_buy_count: 1 },
      }),
    },
    rule: "total-not-sum-of-buys",
    path: "/aggregated_totals/impressions",
  },
  {
    name: "a currency that none of its products is sold in",
    changes: {
      buys: (list) => ({
        ...list,
        media_buys: firstOf(list["media_buys"], { media_buy_id: "buy-3", packages: [] }),
      }),
      delivery: packaged((one) => ({
        ...one,
        package_id: `other-${String(one["package_id"])}`,
        currency: "USD",
      })),
    },
    rule: "package-in-other-currency",
    path: "/media_buy_deliveries/0/by_package/0/currency",
  },
  {
    name: "a format that is described twice",
    changes: { formats: ({ formats, ...rest }) => ({ ...rest, formats: twice(formats) }) },
    rule: "format-id-twice",
    path: "/formats/1/format_id",
  },
  {
    name: "a period with a zone of its own",
    changes: {
      delivery: (report) => ({
        ...report,
        reporting_period: { start: "2026-10-01T00:00:00+02:00", end: "2026-10-02T23:59:59+02:00" },
      }),
    },
    rule: "period-not-in-utc",
    path: "/reporting_period/start",
  },
  {
    name: "an empty list for an id that nobody knows",
    changes: {
      unknownBuy: () => ({
        status: "completed",
        adcp_version: "3.1",
        reporting_period: { start: "2026-10-01T00:00:00Z", end: "2026-10-02T00:00:00Z" },
        currency: "EUR",
        media_buy_deliveries: [],
      }),
    },
    rule: "unknown-id-accepted",
    path: "/",
  },
  {
    name: "reports on buys that nobody asked for",
    changes: { delivery: reported((buy) => ({ ...buy, media_buy_id: "buy-of-others" })) },
    rule: "buy-not-asked-for",
    path: "/media_buy_deliveries/0/media_buy_id",
  },
  {
    name: "another answer in its text",
    script: (right) => ({
      ...right,
      results: {
        list_accounts: (request) => ({
          structuredContent: right.payloads["list_accounts"]?.(request) ?? {},
          content: [{ type: "text", text: '{"accounts": []}' }],
        }),
      },
    }),
    rule: "text-differs",
    path: "/accounts",
  },
  {
    name: "a success that is marked as an error",
    script: (right) => ({
      ...right,
      results: {
        get_products: (request) => ({
          ...structured(right.payloads["get_products"]?.(request) ?? {}),
          isError: true,
        }),
      },
    }),
    rule: "error-without-code",
    path: "/",
    usable: false,
  },
  {
    name: "an answer of 17 MB",
    script: (right) => ({ ...right, results: { get_products: () => large } }),
    rule: "answer-too-large",
    path: "/",
    usable: false,
  },
  {
    name: "no answer to one task",
    script: (right) => ({ ...right, results: { list_creatives: () => silent } }),
    rule: "answer-late",
    path: "/",
  },
  {
    name: "prose for an answer",
    script: (right) => ({
      ...right,
      results: { get_products: () => ({ content: [{ type: "text", text: "We have many fine products." }] }) },
    }),
    rule: "answer-unreadable",
    path: "/",
    usable: false,
  },
  {
    name: "no capabilities",
    script: ({ payloads }) => ({ payloads: withoutTool(payloads, "get_adcp_capabilities") }),
    rule: "capabilities-missing",
    usable: false,
  },
  {
    name: "capabilities without what they must have",
    changes: { capabilities: without("supported_protocols") },
    rule: "missing-field",
    path: "/",
  },
  {
    name: "two packages of one id",
    changes: {
      buys: (list) => ({ ...list, media_buys: firstOf(list["media_buys"], { packages: [pack, pack] }) }),
    },
    rule: "package-id-twice",
    path: "/media_buys/0/packages/1/package_id",
  },
  {
    name: "a flight that ends before it starts",
    changes: {
      buys: (list) => ({
        ...list,
        media_buys: firstOf(list["media_buys"], { end_time: "2026-08-01T00:00:00Z" }),
      }),
    },
    rule: "flight-ends-before-it-starts",
    path: "/media_buys/0/end_time",
  },
  {
    name: "a time zone that is none",
    changes: {
      product: (product) => ({
        ...product,
        reporting_capabilities: { ...(product["reporting_capabilities"] as Json), timezone: "Mars/Olympus" },
      }),
    },
    rule: "unknown-time-zone",
    path: "/products/0/reporting_capabilities/timezone",
  },
  {
    name: "creatives without a name",
    changes: {
      creatives: ({ creatives, ...rest }) => ({
        ...rest,
        creatives: (creatives as readonly Json[]).map(without("name")),
      }),
    },
    rule: "missing-field",
    path: "/creatives/0",
  },
  {
    name: "an account that is called twice",
    changes: { accounts: ({ accounts, ...rest }) => ({ ...rest, accounts: twice(accounts) }) },
    rule: "account-id-twice",
    path: "/accounts/1/account_id",
  },
  {
    name: "a buy that is dated without a zone",
    changes: {
      buys: (list) => ({
        ...list,
        media_buys: firstOf(list["media_buys"], { start_time: "2026-10-01T00:00:00" }),
      }),
    },
    rule: "wrong-format",
    path: "/media_buys/0/start_time",
  },
];

it.each(rows)("finds $name, and nothing else", async ({ changes, script, rule, path, usable = true }) => {
  await using seller = await startScriptedSeller((url) => {
    const right = goodSeller(url, "3.1", { mediaAlone: true, ...changes });
    return script?.(right, url) ?? right;
  });
  const { code, found } = await examined(seller, "--strict", "--seller-deadline", "2 s");
  const broken = found.findings.filter(
    (finding) => finding.rule !== undefined && finding.severity !== "to-know",
  );
  expect(new Set(broken.map((finding) => finding.rule))).toEqual(new Set([rule]));
  if (path !== undefined) expect(broken.map((finding) => finding.path)).toContain(path);
  expect(found).toMatchObject({ usable, conforms: false });
  expect(code).toBe(usable ? 4 : 1);
  for (const tool of neverCalled) expect(seller.called).not.toContain(tool);
});

it("takes a value of a newer release, and fields that no release has, for no fault", async () => {
  await using seller = await startScriptedSeller((url) =>
    goodSeller(url, "3.1", {
      mediaAlone: true,
      product: (product) => ({
        ...product,
        reporting_capabilities: {
          ...(product["reporting_capabilities"] as Json),
          available_reporting_frequencies: ["daily", "weekly"],
          printed_on: "paper",
        },
      }),
    }),
  );
  const { code, found } = await examined(seller, "--strict");
  const known = found.findings.filter(({ rule }) => rule !== undefined);
  const path = "/products/0/reporting_capabilities/available_reporting_frequencies/1";
  expect(known).toMatchObject([{ severity: "to-know", rule: "unknown-value", path, count: 3 }]);
  expect(known[0]?.text).toContain("3.2 knows it");
  expect(found.conforms).toBe(true);
  expect(code).toBe(0);
});

it("shows a seller's words cleaned and cut, and no credential", async () => {
  const token = "Bearer 0123456789abcdef0123456789abcdef";
  const words = `some\u202etimes ${"very ".repeat(40)}`;
  await using seller = await startScriptedSeller((url) =>
    goodSeller(url, "3.1", {
      mediaAlone: true,
      products: ({
        products: [first = {}, second = {}] = [],
        ...rest
      }: Json & { products?: readonly Json[] }) => ({
        ...rest,
        products: [
          { ...first, delivery_type: words },
          { ...second, delivery_type: token },
        ],
      }),
    }),
  );
  const { found } = await examined(seller);
  const [value] = found.findings.flatMap((finding) => finding.value ?? []);
  expect(value).toMatch(/^"sometimes very .{50,70}…"$/);
  expect(JSON.stringify(found)).not.toContain("0123456789abcdef");
  await using other = await startScriptedSeller((url) =>
    goodSeller(url, "3.1", {
      mediaAlone: true,
      product: (product) => ({ ...product, delivery_type: token }),
    }),
  );
  const { found: masked } = await examined(other);
  expect(masked.findings.flatMap((finding) => finding.value ?? [])).toEqual(["[secret]"]);
});

it("says the same each time, and writes it for a build server", async () => {
  await using seller = await startScriptedSeller((url) =>
    goodSeller(url, "3.1", { product: (product) => ({ ...product, delivery_type: "<sometimes>" }) }),
  );
  const [first, second] = [await examined(seller), await examined(seller)];
  expect(JSON.stringify(second.found)).toBe(JSON.stringify(first.found));
  expect(first.found.checked).toEqual({
    get_adcp_capabilities: 1,
    list_accounts: 1,
    list_creative_formats: 1,
    get_products: 1,
    get_media_buys: 1,
    get_media_buy_delivery: 2,
    list_creatives: 1,
    get_signals: 1,
  });
});

function withoutTool(payloads: Script["payloads"], tool: string): Script["payloads"] {
  return Object.fromEntries(Object.entries(payloads).filter(([name]) => name !== tool));
}

const pack = { package_id: "one", product_id: "video", pricing_option_id: "fixed", budget: 10 };

function twice(list: unknown): readonly unknown[] {
  const all = list as readonly unknown[];
  return [...all, all[0]];
}

function firstOf(list: unknown, change: Json): readonly Json[] {
  return (list as readonly Json[]).map((one, i) => (i === 0 ? { ...one, ...change } : one));
}

function formatOf(product: Json): Json {
  return (product["format_ids"] as readonly Json[])[0] ?? {};
}

/** The buy's own totals as its packages have them. */
function withTotals(report: Json): Json {
  return reported((buy) => {
    const spend = buy.by_package.reduce((sum, one) => sum + Number(one["spend"]), 0);
    return { ...buy, totals: { ...buy.totals, spend } };
  })(report);
}

function large(response: ServerResponse): void {
  const product = {
    ...productOf("https://seller.example", "video"),
    description: "x".repeat(17 * 1024 * 1024),
  };
  const result = { structuredContent: { products: [product] }, content: [] };
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
}

function silent(): void {
  // The connection stays open, and nothing comes.
}
