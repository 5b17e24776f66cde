import { z } from "zod";
import type { Offer } from "../../campaign/model/offers/offer.ts";
import { listed } from "../../lib/english.ts";
import { sentence, textsOf } from "../blocks/format.ts";
import { type Described, fields } from "../blocks/schema.ts";

export const matchSchema = fields({
  context: z.boolean().describe("of the page"),
  identity: z.boolean().describe("of the person"),
  providers: z.array(z.string()).describe("addresses, by the seller's word"),
}).describe("who is asked before each impression; absent: nobody");

interface Matched {
  readonly product: string;
  readonly sellerId: string;
  readonly trustedMatch?: Described<typeof matchSchema>;
}

export function describeMatch({ trustedMatch: match }: Offer): Matched["trustedMatch"] {
  return match && { ...match, providers: match.providers.map(({ agentUrl }) => agentUrl) };
}

/** `Evening video of apex.example: by page and person, asked of https://match.agency.example.` */
export function matchSentences({ product, sellerId, trustedMatch: match }: Matched): string[] {
  if (match === undefined) return [];
  const by = textsOf(match.context && "page", match.identity && "person").join(" and ");
  const whom =
    match.providers.length === 0 ? "its seller names nobody" : `asked of ${listed(match.providers)}`;
  return [sentence(`${product} of ${sellerId}: by ${by}, ${whom}`)];
}
