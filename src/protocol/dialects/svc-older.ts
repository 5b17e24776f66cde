import { isObject } from "../../lib/json-object.ts";
import { asContract, contract, type Dialect } from "./dialect.ts";
import { olderShapes } from "./older-shapes.ts";

/** The service contract's older shapes. What they cannot say goes out in its newer shape. */
export const svcOlder: Dialect = {
  ...contract,
  name: "svc-older",
  encode: (task, request) => {
    const encoded: Record<string, unknown> = { ...asContract(task, request) };
    for (const { tasks, newer, older, toOlder } of olderShapes) {
      const value = encoded[newer];
      const respelled = tasks.includes(task) && value !== undefined ? toOlder(value) : undefined;
      if (respelled === undefined) continue;
      delete encoded[newer];
      encoded[older] = respelled;
    }
    return encoded;
  },
  decode: (task, payload) =>
    task === "get_products" && Array.isArray(payload["products"])
      ? { ...payload, products: payload["products"].map(withFixedPrice) }
      : payload,
};

/** The contract's quick reference calls a fixed price `price`. What is not shaped like a product is left to the reader. */
function withFixedPrice(product: unknown): unknown {
  if (!isObject(product) || !Array.isArray(product["pricing_options"])) return product;
  const pricing_options = product["pricing_options"].map((option: unknown) => {
    if (!isObject(option) || option["price"] === undefined || option["fixed_price"] !== undefined)
      return option;
    const { price: fixed_price, ...rest } = option;
    return { ...rest, fixed_price };
  });
  return { ...product, pricing_options };
}
