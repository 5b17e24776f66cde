import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "../../cli/flightdesk.ts";
import { examined } from "./examined.ts";
import { type Changes, goodSeller, without } from "./good-seller.ts";
import { type Json, type ScriptedSeller, startScriptedSeller } from "./scripted-seller.ts";

const withFirstOption =
  (change: (option: Json) => Json) =>
  (product: Json): Json => {
    const [first = {}, ...others] = product["pricing_options"] as readonly Json[];
    return { ...product, pricing_options: [change(first), ...others] };
  };

interface Row {
  readonly fault: string;
  readonly changes: Changes;
  readonly path: string;
  /** Every product has it: where it is in one place, how often it is. */
  readonly count?: number;
  readonly text: string;
  readonly usable: boolean;
  /** How many of three products `compare` has a price for. */
  readonly priced: number;
}

const rows: readonly Row[] = [
  {
    fault: "a price as text",
    changes: { product: withFirstOption((option) => ({ ...option, fixed_price: "6.00" })) },
    path: "/products/0/pricing_options/0/fixed_price",
    count: 3,
    text: '"6.00" is text, a number is wanted; the product is left out',
    usable: false,
    priced: 0,
  },
  {
    fault: "no pricing options in their list",
    changes: { product: (product) => ({ ...product, pricing_options: [] }) },
    path: "/products/0/pricing_options",
    count: 3,
    text: "at least one is wanted; the product cannot be ordered",
    usable: false,
    priced: 0,
  },
  {
    fault: "no list of pricing options",
    changes: { product: without("pricing_options") },
    path: "/products/0/pricing_options",
    count: 3,
    text: "at least one is wanted; the product cannot be ordered",
    usable: false,
    priced: 0,
  },
  {
    fault: "a delivery type that nobody knows",
    changes: { product: (product) => ({ ...product, delivery_type: "sometimes" }) },
    path: "/products/0/delivery_type",
    count: 3,
    text: '"sometimes", guaranteed or non_guaranteed is wanted; taken as not guaranteed',
    usable: true,
    priced: 3,
  },
  {
    fault: "no reporting capabilities",
    changes: { product: without("reporting_capabilities") },
    path: "/products/0",
    count: 3,
    text: "reporting_capabilities is required; delivery may never be reported, pacing and claims will not work",
    usable: true,
    priced: 3,
  },
  {
    fault: "an answer that is wrapped",
    changes: { products: ({ products, ...rest }) => ({ ...rest, data: { products } }) },
    path: "/",
    text: "products is missing; there are 3 below /data, where nobody reads",
    usable: false,
    priced: 0,
  },
];

describe.each(rows)("a 3.1 seller with $fault", ({ changes, path, count, text, usable, priced }) => {
  it("has that one finding, and the exit codes that follow from it", async () => {
    await using seller = await startScriptedSeller((url) =>
      goodSeller(url, "3.1", { ...changes, mediaAlone: true }),
    );
    const { code, found } = await examined(seller);
    const broken = found.findings.filter(({ rule }) => rule !== undefined);
    expect(broken.map(({ text: said }) => said)).toEqual([
      expect.stringContaining(`get_products ${path}: ${text}`),
    ]);
    expect(broken).toMatchObject([
      { severity: "breaks-release", task: "get_products", path, release: "3.1" },
    ]);
    expect(broken[0]?.count).toBe(count);
    expect(found).toMatchObject({ usable, conforms: false });
    expect(code).toBe(usable ? 0 : 1);
    const strict = await examined(seller, "--strict");
    expect(strict.code).toBe(usable ? 4 : 1);
    expect(strict.found).toEqual(found);
  });

  it("is compared as was said of it", async () => {
    await using seller = await startScriptedSeller((url) =>
      goodSeller(url, "3.1", { ...changes, mediaAlone: true }),
    );
    expect(await pricedProducts(seller)).toBe(priced);
  });
});

it.each(rows.slice(0, 3))(
  "is usable where one product of several has $fault, and that one is named",
  async ({ changes }) => {
    await using seller = await startScriptedSeller((url) =>
      goodSeller(url, "3.1", {
        mediaAlone: true,
        product: (product) =>
          product["product_id"] === "display" ? (changes.product?.(product) ?? product) : product,
      }),
    );
    const { code, found } = await examined(seller, "--strict");
    const broken = found.findings.filter(({ rule }) => rule !== undefined);
    expect(broken).toHaveLength(1);
    expect(broken[0]?.path).toContain("/products/1/pricing_options");
    expect(broken[0]?.text).toContain("display");
    expect(found.usable).toBe(true);
    expect(code).toBe(4);
    expect((await examined(seller)).code).toBe(0);
    expect(await pricedProducts(seller)).toBe(2);
  },
);

const brief = `name: Spring
brand: { domain: acme.example }
objective: awareness
budget: 80,000 EUR
flight: { start: 2027-03-01, end: 2027-03-28 }
countries: [DE]
channels: [olv]
message: Acme tents.
`;

/** Products that `compare` has an offer with a price of. */
async function pricedProducts({ registryUrl, wellKnownUrl }: ScriptedSeller): Promise<number> {
  using home = temporaryFolder();
  const file = join(home.path, "brief.yaml");
  writeFileSync(file, brief);
  const { stdout, stderr } = await flightdesk(["compare", file, "--json"], {
    FLIGHTDESK_HOME: home.path,
    FLIGHTDESK_REGISTRY_URL: registryUrl,
    FLIGHTDESK_WELL_KNOWN_URL: wellKnownUrl,
  });
  if (stdout === "") throw new Error(stderr);
  const { report } = JSON.parse(stdout) as { report: { offers: { product: string; price?: unknown }[] } };
  return new Set(report.offers.flatMap(({ product, price }) => (price === undefined ? [] : [product]))).size;
}
