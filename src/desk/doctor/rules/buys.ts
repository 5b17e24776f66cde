import { isObject, type JsonObject } from "../../../lib/json-object.ts";
import type { Parts } from "../../../lib/parts.ts";
import { type Flaw, itemsOf, type RawAnswer } from "../fault.ts";
import { pointer } from "../pointer.ts";
import type { Books } from "./delivery.ts";

/** Buys of a list: flights that end before they begin, and packages in another currency than their product is sold in. */
export function checkBuys({ payload }: RawAnswer, options: ReadonlyMap<string, string>): Parts<Flaw> {
  return itemsOf(payload["media_buys"]).map(([i, buy]) => {
    const at = pointer("media_buys", i);
    return [checkFlight(at, buy), checkCurrencies(at, buy, options)];
  });
}

function checkFlight(at: string, { start_time, end_time }: JsonObject): Flaw | undefined {
  const [start, end] = [Date.parse(String(start_time)), Date.parse(String(end_time))];
  if (Number.isNaN(start) || Number.isNaN(end) || start <= end) return undefined;
  return {
    rule: "flight-ends-before-it-starts",
    path: `${at}${pointer("end_time")}`,
    value: end_time,
    wanted: "an end behind the start is wanted",
    follows: "no delivery is expected of it",
  };
}

function checkCurrencies(at: string, buy: JsonObject, options: ReadonlyMap<string, string>): Flaw[] {
  return itemsOf(buy["packages"]).flatMap(([j, one]): Flaw | [] => {
    const sold = options.get(optionKey(one["product_id"], one["pricing_option_id"]));
    const own = one["currency"] ?? buy["currency"];
    if (sold === undefined || typeof own !== "string" || own === sold) return [];
    return {
      rule: "package-in-other-currency",
      path: `${at}${pointer("packages", j)}${one["currency"] === undefined ? "" : pointer("currency")}`,
      value: own,
      wanted: `the currency of its pricing option is wanted, which is ${sold}`,
      follows: "what it costs is not what was agreed on",
    };
  });
}

function optionKey(product: unknown, option: unknown): string {
  return JSON.stringify([product, option]);
}

/** Currencies that pricing options are sold in, by product and option. */
export function soldIn(answers: readonly RawAnswer[]): ReadonlyMap<string, string> {
  return new Map(
    productsIn(answers).flatMap(({ product_id, pricing_options }) =>
      itemsOf(pricing_options).flatMap(([, { pricing_option_id, currency }]): [string, string][] =>
        typeof currency === "string" ? [[optionKey(product_id, pricing_option_id), currency]] : [],
      ),
    ),
  );
}

/** What the list of buys and the products say of packages. */
export function booksOf(answers: readonly RawAnswer[]): Books {
  const zoneOf = new Map(
    productsIn(answers).map(({ product_id, reporting_capabilities: reporting }) => [
      product_id,
      isObject(reporting) ? reporting["timezone"] : undefined,
    ]),
  );
  const packages = answers
    .flatMap(({ payload }) => itemsOf(payload["media_buys"]))
    .flatMap(([, { currency, packages: bought }]) =>
      itemsOf(bought).map(([, one]): JsonObject => ({ currency, ...one })),
    );
  const buys = answers.flatMap(({ payload }) => itemsOf(payload["media_buys"]).map(([, buy]) => buy));
  const sold = soldIn(answers);
  return {
    currencies: new Map([
      ...textsOf(buys, "media_buy_id", ({ currency }) => currency),
      ...textsOf(packages, "package_id", ({ currency }) => currency),
    ]),
    zones: textsOf(packages, "package_id", ({ product_id }) => zoneOf.get(product_id)),
    sold: new Set(sold.values()),
  };
}

/** A text of each item by its id, of those that have both. */
function textsOf(items: readonly JsonObject[], id: string, of: (item: JsonObject) => unknown) {
  return new Map(
    items.flatMap((item): [string, string][] => {
      const [key, text] = [item[id], of(item)];
      return typeof key === "string" && typeof text === "string" ? [[key, text]] : [];
    }),
  );
}

function productsIn(answers: readonly RawAnswer[]): readonly JsonObject[] {
  return answers.flatMap(({ payload }) => itemsOf(payload["products"]).map(([, product]) => product));
}
