import { isObject } from "../../../../lib/json-object.ts";
import { type Codec, objectsIn, type Spelling } from "../codec.ts";
import { chain, inEach, inField } from "../combine.ts";
import { forecast } from "../forecast.ts";
import { productFormats } from "../format-options.ts";
import { postalAreas } from "../postal-area.ts";
import { pricingOption } from "../pricing-option.ts";

/** On the wire each request says how it asks, and carries nothing of the other ways. Inside, asking for all there is has no name. */
const mode: Spelling = {
  write: (inside) => {
    const { brief, refine, buying_mode: named, ...rest } = inside;
    const buying_mode =
      named ?? (refine === undefined ? (brief === undefined ? "wholesale" : "brief") : "refine");
    return {
      ...rest,
      buying_mode,
      ...(buying_mode === "brief" && brief !== undefined && { brief }),
      ...(buying_mode === "refine" && refine !== undefined && { refine }),
    };
  },
  read: ({ buying_mode, ...rest }) => (buying_mode === "wholesale" ? rest : { buying_mode, ...rest }),
};

/** Agents refuse a budget without a currency, and do not know kinds of formats. */
const filters: Spelling = {
  write: (inside) => {
    const { format_types: _, budget_range, ...rest } = inside;
    const isSayable = isObject(budget_range) && budget_range["currency"] !== undefined;
    return { ...rest, ...(isSayable && { budget_range }) };
  },
  read: (wire) => wire,
};

/** A forecast has a currency on the wire: its product's, where it names none. */
const forecastCurrency: Spelling = {
  write: (product) => {
    const { forecast: told, pricing_options } = product;
    const currency = objectsIn(pricing_options)[0]?.["currency"];
    return isObject(told) && currency !== undefined
      ? { ...product, forecast: { currency, ...told } }
      : product;
  },
  read: (wire) => wire,
};

const product = chain(
  productFormats,
  inEach("pricing_options", pricingOption),
  forecastCurrency,
  inField("forecast", forecast),
);

/** Since 3.1 an answer says whom it may be kept for. */
const scope: Spelling = {
  write: (answer, { release }) =>
    release === "3.0" || answer["cache_scope"] !== undefined ? answer : { ...answer, cache_scope: "account" },
  read: (wire) => wire,
};

export const get_products: Codec = {
  request: chain(mode, inField("filters", chain(filters, postalAreas))),
  answer: chain(scope, inEach("products", product)),
};
