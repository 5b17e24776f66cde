import { z } from "zod";
import type { Read } from "../../protocol/calls.ts";
import type { LiveBuy } from "../buys/live-buys.ts";
import type { Alert } from "../model/measured/delivery.ts";
import type { CampaignState } from "../model/state.ts";

/** Asks the seller of a buy how our creatives stand in its library, and names those that it does not let run. */
export async function refusedCreatives(state: CampaignState, buy: LiveBuy, read: Read): Promise<Alert[]> {
  const brought = broughtTo(state, buy);
  if (brought.size === 0) return [];
  const answer = await read(buy.agentUrl, "list_creatives", { limit: 1000 });
  // Who does not say how creatives stand has said nothing against them.
  if (answer.type !== "answered") return [];
  return answer.payload.creatives.flatMap((creative): Alert[] => {
    const { creative_id: id, status } = creative;
    if (!brought.has(id) || !isRefused(status)) return [];
    const why = reasonSchema.safeParse(creative).data?.rejection_reason;
    return [
      {
        kind: "creative disapproved",
        lineId: buy.sellerId,
        rung: id,
        text: `${buy.sellerId} calls the creative ${id} "${String(status)}"${why === undefined ? "" : `: ${why}`}`,
      },
    ];
  });
}

const reasonSchema = z.looseObject({ rejection_reason: z.string().min(1) });
const refusals: ReadonlySet<unknown> = new Set(["rejected", "disapproved", "suspended"]);

function isRefused(status: unknown): boolean {
  return refusals.has(status);
}

const syncSchema = z.looseObject({ creatives: z.array(z.looseObject({ creative_id: z.string() })) });

function broughtTo({ steps }: CampaignState, { sellerId }: LiveBuy): ReadonlySet<string> {
  return new Set(
    steps.flatMap(({ step, status }) => {
      if (step.task !== "sync_creatives" || step.agentId !== sellerId || status !== "done") return [];
      const sent = syncSchema.safeParse(step.arguments);
      return sent.success ? sent.data.creatives.map(({ creative_id }) => creative_id) : [];
    }),
  );
}
