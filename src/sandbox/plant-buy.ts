import { sandboxPrincipal } from "./principals.ts";
import type { Agent } from "./tool.ts";

/** Has a seller take an order that nobody sent. Throws where it does not become a buy at once. */
export async function plantBuy(
  agents: readonly Agent[],
  slug: string,
  order: Readonly<Record<string, unknown>>,
): Promise<string> {
  const seller = agents.find((one) => one.slug === slug);
  const create = seller?.tools.find(({ task }) => task.name === "create_media_buy");
  if (create === undefined) throw new Error(`"${slug}" sells nothing`);
  const call = { principal: sandboxPrincipal, authenticated: true, signal: new AbortController().signal };
  const { media_buy_id: id } = await create.answer({ ...order }, call);
  if (typeof id !== "string") throw new Error(`${slug} took the order and did not make a buy of it`);
  return id;
}
