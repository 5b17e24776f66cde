import { isPlainProduct } from "./plain-product.ts";
import { type PricingOption, type Product, productSchema } from "./product.ts";

/** A product that cannot be read, and the first thing that is wrong with it. */
export interface LeftOut {
  /** Its place in the answer, from 0. */
  readonly index: number;
  /** Where in the product. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * The products of an answer, each read by itself: all that is known of what a seller offers comes from here.
 * `unreadable`: what was wrong with those that are left out.
 */
export function readProducts(items: readonly unknown[]) {
  const products: Product[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, item] of items.entries()) {
    if (isPlainProduct(item)) {
      products.push(item);
      continue;
    }
    const parsed = productSchema.safeParse(item);
    if (parsed.success) products.push(parsed.data);
    else {
      const [issue] = parsed.error.issues;
      leftOut.push({ index, path: issue?.path ?? [], message: issue?.message ?? "" });
    }
  }
  const [first] = leftOut;
  if (first === undefined) return { products, leftOut };
  const why = `${first.path.join(".")}: ${first.message}`;
  const unreadable = `${leftOut.length} of ${items.length} products could not be read (${why})`;
  return { products, leftOut, unreadable };
}

/** Whether a product shows any price at all: without one it cannot be ordered. */
export function isPriced({ pricing_options }: Product): boolean {
  return pricing_options.some(showsPrice);
}

function showsPrice(option: PricingOption): boolean {
  const { fixed_price, price, floor, floor_price, price_guidance } = option;
  return [fixed_price, price, floor, floor_price, price_guidance].some((amount) => amount !== undefined);
}
