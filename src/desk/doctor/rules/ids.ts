import { canonicalJson } from "../../../lib/canonical-json.ts";
import { type Flaw, itemsOf, listOf, type RawAnswer } from "../fault.ts";
import { type Pointer, pointer } from "../pointer.ts";

interface Kind {
  readonly rule: string;
  readonly field: string;
  readonly follows: string;
}

const products = {
  rule: "product-id-twice",
  field: "product_id",
  follows: "what such an order buys is not known, and options of one id have no price",
};

/** The field that an item of each answer's list goes by. */
const kinds: Partial<Readonly<Record<RawAnswer["task"], Kind>>> = {
  list_accounts: {
    rule: "account-id-twice",
    field: "account_id",
    follows: "no account of that id is bought under",
  },
  list_creative_formats: {
    rule: "format-id-twice",
    field: "format_id",
    follows: "which of them a creative has to fit is not known",
  },
  get_products: products,
  list_products: products,
  get_media_buys: {
    rule: "buy-id-twice",
    field: "media_buy_id",
    follows: "which of them is the buy is not known",
  },
  list_creatives: {
    rule: "creative-id-twice",
    field: "creative_id",
    follows: "which of them was approved is not known",
  },
  get_signals: {
    rule: "signal-id-twice",
    field: "signal_agent_segment_id",
    follows: "which of them is activated is not known",
  },
};

const optionId: Kind = {
  rule: "option-id-twice",
  field: "pricing_option_id",
  follows: "neither of them is bought at a price",
};
const packageId: Kind = {
  rule: "package-id-twice",
  field: "package_id",
  follows: "what each of them delivered is not known",
};

/** Ids that one answer uses twice, each where it comes again. */
export function checkIds({ task, payload }: RawAnswer): Flaw[] {
  const [kind, list = ""] = [kinds[task], listOf(task)];
  const found = kind === undefined ? [] : twice(payload[list], pointer(list), kind);
  const options = itemsOf(payload["products"]).flatMap(([i, { pricing_options }]) =>
    twice(pricing_options, pointer("products", i, "pricing_options"), optionId),
  );
  const packages = itemsOf(payload["media_buys"]).flatMap(([i, { packages: bought }]) =>
    twice(bought, pointer("media_buys", i, "packages"), packageId),
  );
  return [...found, ...options, ...packages];
}

function twice(list: unknown, at: Pointer, { rule, field, follows }: Kind): Flaw[] {
  const seen = new Set<unknown>();
  return itemsOf(list).flatMap(([i, { [field]: id }]): Flaw | [] => {
    if (id === undefined || id === null || id === "") return [];
    const key = canonicalJson(id);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return {
      rule,
      path: `${at}${pointer(i, field)}`,
      ...(typeof id === "string" && { value: id }),
      wanted: `an id of its own is wanted`,
      follows,
    };
  });
}
