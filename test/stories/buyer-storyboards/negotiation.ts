import { fixturePublisher } from "./fixture-publisher.ts";
import { openStoryDesk, shownOf } from "./open-story-desk.ts";
import { briefFile, completed, completedProduct, declared, premiumCtv } from "./story-fixtures.ts";
import { notDone, type Row, unserved } from "./story-row.ts";

const story = "buyer-negotiation";

/** Compact tools that the story promises. Its publisher's contract has a handler for the first alone. */
const promised = [
  "list_products",
  "request_proposals",
  "refine_proposals",
  "decline_proposals",
  "accept_proposal",
  "buy_products",
  "control_media_buy",
];

/** Fields of the story's requests, and all that the closed schemas of 3.2.3 let a request, or an item of it, have. */
export const requests = [
  {
    step: "request_proposal",
    what: "`request_proposals`",
    sent: ["products", "flight"],
    allowed: ["account", "brand", "brief", "criteria", "opportunity"],
  },
  {
    step: "refine_proposal",
    what: "`refine_proposals`",
    sent: ["account", "proposal_id"],
    allowed: ["refinements"],
  },
  {
    step: "rejected_refine",
    what: "an item of `refinements`",
    sent: ["field", "requested_value", "rationale"],
    allowed: [
      "proposal_id",
      "action",
      "change_kind",
      "constraints",
      "product_changes",
      "alternatives",
      "ask",
      "criteria",
      "remove_media_buy_frequency_cap",
    ],
  },
] as const;

const acceptance = {
  id: "accept",
  checks: [],
  differs: "the story's `accept_proposal` has no `proposal_terms_digest`, which the schema requires",
};

/** Its publisher promises proposals and serves none: it is asked once, and the same product is bought by the tools that are served. */
export async function playNegotiation(): Promise<readonly Row[]> {
  const seller = fixturePublisher("alpha", ["ctv"], {
    capabilities: completed(declared(promised)),
    products: [completedProduct("alpha.example", premiumCtv)],
  });
  await using desk = await openStoryDesk([seller], briefFile({ budget: "50,000 USD", channels: ["ctv"] }));
  const output = await desk.run();
  const bought = `bought by \`create_media_buy\` instead: ${shownOf(output, "buy/alpha.example/USD")}`;
  const faults = unserved(desk.market.calls)
    .filter((tool) => tool !== "request_proposals")
    .map((tool) => `${tool} is called, and not served`);
  return [
    ...requests.map(({ step: id, what, sent, allowed }) => {
      const named = (fields: readonly string[]) => fields.map((field) => `\`${field}\``).join(", ");
      const differs = `the story sends ${named(sent)} in ${what}; the schema is closed and has ${named(allowed)}`;
      return notDone(story, { id, checks: [], differs }, "");
    }),
    { ...notDone(story, acceptance, bought), faults },
  ];
}
