import { isPlainProduct } from "./plain-product.ts";
import { type Product, productSchema } from "./product.ts";

/** The products of an answer, each read by itself, and what was wrong with those that could not be. */
export function readProducts(items: readonly unknown[]): {
  readonly products: readonly Product[];
  readonly unreadable?: string;
} {
  const products: Product[] = [];
  let bad = 0;
  let first = "";
  for (const item of items) {
    if (isPlainProduct(item)) {
      products.push(item);
      continue;
    }
    const parsed = productSchema.safeParse(item);
    if (parsed.success) products.push(parsed.data);
    else {
      bad += 1;
      const [issue] = parsed.error.issues;
      first ||= `${issue?.path.join(".")}: ${issue?.message}`;
    }
  }
  if (bad === 0) return { products };
  return { products, unreadable: `${bad} of ${items.length} products could not be read (${first})` };
}
