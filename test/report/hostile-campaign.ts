import type { CampaignState } from "../../src/campaign/model/state/state.ts";
import { hostileTexts } from "../stories/injection/hostile-texts.ts";
import { richCampaign } from "./rich-campaign.ts";

/** Fields whose words decide what is shown and where: states, ids, dates, currencies. */
const kept =
  /^(?:id|.*Id|.*Ids|.*Ids?|currency|base|rates|status|type|result|standing|outcome|task|at|.*At|date|start|end|gate|slot|lineIds|solver|per|action|channels?|criterion|code|from|effect|minor|metric|asset_type|by|agentUrl|agent_url|url|urls|domain|pricingModel|kind|scope|check|finding|name_?of|digest|objective|soft)$/;

/** A campaign that shows whatever it can, with a hostile text in the place of every other word of it, each text many times. */
export function hostileCampaign(): CampaignState {
  const texts = hostileTexts();
  let count = 0;
  const next = () => texts[count++ % texts.length]?.text ?? "";
  const worded = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return kept.test(key) ? value : next();
    if (Array.isArray(value)) return value.map((item) => worded(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([inner, item]) => [inner, kept.test(inner) ? item : worded(item, inner)]),
    );
  };
  const state = richCampaign();
  const [first] = state.offers ?? [];
  if (first === undefined) throw new Error("the fixture has offers");
  // One offer more for each text, and a preview at an address that runs something.
  const offers = texts.map(({ text }, i) => ({
    ...first,
    id: `${first.sellerId}/hostile-${i}/std`,
    productId: `hostile-${i}`,
    name: text,
    description: text,
    channels: [text],
    pricingModel: text,
    assumptions: [text],
    missing: [text],
  }));
  const rows = offers.map(({ id }) => ({
    offerId: id,
    gate: "fail" as const,
    gateReasons: [next()],
    score: 0,
    parts: [],
  }));
  // The same shape as before: only words differ.
  const words = worded(state, "") as CampaignState;
  return {
    ...words,
    offers: [...(words.offers ?? []), ...offers],
    ranking: { ...words.ranking, rows: [...(words.ranking?.rows ?? []), ...rows] },
    previews: state.steps
      .filter(({ step }) => step.task === "build_creative")
      .map(({ step }) => ({
        stepId: step.id,
        result: "shown",
        urls: ["javascript:alert(1)", "data:text/html,<script>1</script>", ...texts.map(({ text }) => text)],
      })),
  };
}
