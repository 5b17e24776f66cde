import { cleanText } from "../../lib/clean-text.ts";
import { TaskError } from "../../protocol/messages/errors.ts";
import type { PricingOption, Product } from "../../protocol/records/product.ts";
import { readProducts } from "../../protocol/records/read-products.ts";
import { orderOf } from "../account/ordered-now.ts";
import { listedAs, versionsOf } from "../model/offers/listed-offer.ts";
import type { Step } from "../model/step/step.ts";
import { outboundBrief } from "../quote/outbound-brief.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { recordFailure } from "./record.ts";
import { renew } from "./renew.ts";

/** Codes that a seller refuses an order with whose list is not the present one: the standard names none for it. */
const staleCodes: ReadonlySet<string> = new Set(["CONFLICT", "PRODUCT_EXPIRED", "PRODUCT_NOT_FOUND"]);

/** Whether a refusal of an order says that it rests on an older list, and nothing was bought. */
export function isOfOlderList(step: Step, { code, field = "", effect }: TaskError): boolean {
  const isVersioned = step.task === "create_media_buy" && step.arguments["feed_version"] !== undefined;
  return isVersioned && effect === "none" && (staleCodes.has(code) || /^(feed|pricing)_version$/.test(field));
}

/**
 * An order that was refused as its list has changed: the list is read anew. Where every offer in it is still sold on the terms that
 * the plan was made with, it goes on as another step with the present versions, through the whole gate again; else it has
 * failed, and says what has changed. Returns the other step's id.
 */
export async function relist(step: Step, ports: ExecutePorts): Promise<string | undefined> {
  const products = await listAnew(step, ports);
  if (typeof products === "string") return fail(step, products, ports);
  const found = packagesOf(step).map((wanted) => foundIn(products, wanted, step, ports));
  const changes = found.flatMap((one) => ("changed" in one ? [one.changed] : []));
  if (changes.length > 0) return fail(step, changes.join("; "), ports);
  const versions = versionsOf(found.flatMap((one) => ("changed" in one ? [] : [one])));
  if (versions === undefined) return fail(step, "its offers are of several lists by now", ports);
  const reason = `the list of ${step.agentId} has changed, its offers in this order have not`;
  return renew(step, { arguments: versions, reason }, ports);
}

async function listAnew(step: Step, ports: ExecutePorts): Promise<readonly Product[] | string> {
  const { brief, sellers = [] } = ports.journal.state();
  const seller = sellers.find(({ id }) => id === step.agentId);
  if (brief === undefined || seller === undefined) return "nothing is known of what was asked for";
  const answer = await ports.read(
    step.agentUrl,
    "get_products",
    outboundBrief(brief, seller, ports.settings.operator),
  );
  if (answer.type === "answered") return readProducts(answer.payload.products).products;
  return answer.type === "pending" ? "it answers later" : answer.error.message;
}

function packagesOf(step: Step) {
  return orderOf(step)?.packages ?? [];
}

/** A package's offer in the new list, or what of it is otherwise. */
function foundIn(
  products: readonly Product[],
  { product_id: id, pricing_option_id: optionId }: ReturnType<typeof packagesOf>[number],
  { agentId }: Step,
  ports: ExecutePorts,
) {
  const product = products.find((one) => one.product_id === id);
  const option = product?.pricing_options.find((one) => one.pricing_option_id === optionId);
  const named = cleanText(id, 80);
  if (product === undefined || option === undefined) return { changed: `${named} is not offered any more` };
  const listed = listedAs(product, option);
  const { offers = [] } = ports.journal.state();
  const planned = offers.find(
    (one) => one.sellerId === agentId && one.productId === id && one.pricingOptionId === optionId,
  );
  if (listed !== undefined && listed.terms === planned?.listed?.terms) return { listed };
  return { changed: `${named} is sold on other terms than it was planned with: now ${priceOf(option)}` };
}

function priceOf({ fixed_price, floor, currency, pricing_model }: PricingOption): string {
  const amount = fixed_price ?? floor;
  const price = amount === undefined ? "at no price that it states" : `${currency} ${amount}`;
  return `${price} (${cleanText(pricing_model, 20)})`;
}

async function fail(step: Step, why: string, ports: ExecutePorts): Promise<undefined> {
  const message = `its list has changed since the plan was made, and nothing was bought: ${why}`;
  await recordFailure(step, new TaskError("PRODUCT_EXPIRED", message, { recovery: "terminal" }), ports);
  return undefined;
}
