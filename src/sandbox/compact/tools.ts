import { fromDecimal } from "../../lib/money.ts";
import { buyProducts } from "../../protocol/dialects/adcp/compact/buy-products.ts";
import { controlMediaBuy } from "../../protocol/dialects/adcp/compact/control-media-buy.ts";
import { type RequestOf, tasks } from "../../protocol/tasks/index.ts";
import type { SellerProfile } from "../inventory/listing.ts";
import type { MediaBuyBook } from "../media-buys/book.ts";
import type { BookedBuy } from "../media-buys/record.ts";
import { isPayload, type Payload, payloadsIn } from "../payload.ts";
import { invalid, Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";
import { type CommitmentBook, termOf } from "./commitments.ts";
import type { ProductFeed } from "./feed.ts";
import { listTool } from "./list-products.ts";

const at = { release: "3.2", request: {} } as const;

export interface CompactOptions {
  readonly profile: SellerProfile;
  readonly formatAgent: string;
  readonly book: MediaBuyBook;
  readonly commitments: CommitmentBook;
  readonly feed: ProductFeed;
  /** The seller's older tools, which do the work. */
  readonly older: readonly Tool[];
}

/** The compact tools beside the older ones, and what these show more where a buy was made compactly. */
export function withCompactTools(options: CompactOptions): Tool[] {
  const { older } = options;
  return [
    listTool(options),
    buyTool(olderTool(older, "create_media_buy"), options),
    controlTool(olderTool(older, "update_media_buy"), options),
    ...older.map((one) => shownCompactly(one, options)),
  ];
}

function olderTool(older: readonly Tool[], name: string): Tool {
  const found = older.find(({ task }) => task.name === name);
  if (found === undefined) throw new Error(`the seller has no ${name}`);
  return found;
}

/** An order of the present feed; refused before anything is done where it is of another. */
function buyTool(create: Tool, { feed, book, commitments }: CompactOptions): Tool {
  return tool(tasks.buy_products, async (request, call) => {
    if (call.republishes !== undefined) feed.publish(call.republishes);
    feed.check(request);
    const inside = buyProducts.request.read({ ...request }, at);
    const bought = await create.answer(inside, call);
    const { media_buy_id, task_id } = bought;
    const id = typeof media_buy_id === "string" ? media_buy_id : String(task_id);
    const brand = inside["brand"];
    commitments.note(id, { ...feed.versions(), brand: isPayload(brand) ? brand : {} });
    if (typeof media_buy_id !== "string") return { status: "submitted", task_id };
    return { status: "completed", ...commitments.commitmentOf(book.find(id, call.principal)) };
  });
}

/** A change of delivery, within the rights that the accepted terms give. */
function controlTool(update: Tool, { book, commitments }: CompactOptions): Tool {
  return tool(tasks.control_media_buy, async (request, call) => {
    const buy = book.find(request.media_buy_id, call.principal);
    checkRights(request, buy, commitments);
    const inside = controlMediaBuy.request.read(patched(request, buy), at);
    await update.answer(inside, call).catch((error: unknown) => {
      throw notAllowed(error, request, commitments.actionsOf(buy));
    });
    const now = book.find(request.media_buy_id, call.principal);
    return {
      status: "completed",
      media_buy_id: now.media_buy_id,
      revision: now.revision,
      media_buy_status: now.status,
      affected_package_ids: (request.packages ?? now.packages).map(({ package_id }) => package_id),
      available_actions: commitments.actionsOf(now),
    };
  });
}

type Control = RequestOf<"control_media_buy">;

function checkRights({ packages = [] }: Control, buy: BookedBuy, commitments: CommitmentBook): void {
  const twice = packages.findIndex(
    ({ package_id }, i) => packages.findIndex((one) => one.package_id === package_id) < i,
  );
  if (twice >= 0) throw invalid("a package stands there twice", `packages[${twice}].package_id`);
  const bounds = commitments.rightsOf(buy)?.get("increase_budget")?.["constraints"];
  const percent = isPayload(bounds) ? bounds["max_delta_percent"] : undefined;
  const before = buy.packages.reduce((sum, { budget }) => sum + budget, 0);
  const after = buy.packages.reduce((sum, { package_id, budget }) => {
    const wanted = packages.find((one) => one.package_id === package_id)?.budget;
    return sum + (wanted === undefined ? budget : fromDecimal(wanted, buy.currency).minor);
  }, 0);
  if (typeof percent !== "number" || after <= before * (1 + percent / 100)) return;
  throw new Refusal("REQUOTE_REQUIRED", `more than ${percent} percent over the present budget`, "packages", {
    details: {
      envelope_field: ["packages"],
      change_term_id: termOf("increase_budget"),
      decline_reason: "contract_terms",
    },
  });
}

/** The change with each package's whole targeting: what it does not name stays, and null takes away. */
function patched(request: Control, buy: BookedBuy): Payload {
  if (request.packages === undefined) return { ...request };
  const packages = request.packages.map(({ targeting_overlay: patch, ...one }) => {
    if (patch === undefined) return one;
    const current = buy.packages.find(({ package_id }) => package_id === one.package_id);
    const overlay = Object.entries({ ...current?.targeting_overlay, ...patch });
    return {
      ...one,
      targeting_overlay: Object.fromEntries(overlay.filter(([, value]) => value !== null)),
    };
  });
  return { ...request, packages };
}

/** A change that the buy does not take now, as the compact lifecycle says so. */
function notAllowed(error: unknown, { paused, canceled }: Control, actions: readonly Payload[]): unknown {
  if (!(error instanceof Refusal) || error.code !== "INVALID_STATE") return error;
  const attempted_action =
    canceled === true ? "cancel" : paused === undefined ? "increase_budget" : paused ? "pause" : "resume";
  return new Refusal("ACTION_NOT_ALLOWED", error.message, undefined, {
    details: { attempted_action, reason: "wrong_status", currently_available_actions: actions },
  });
}

/** What an older tool shows of buys that were made compactly. */
function shownCompactly(older: Tool, { book, commitments }: CompactOptions): Tool {
  const { task } = older;
  if (task.name === tasks.get_media_buys.name)
    return withAnswer(older, (answer, principal) => ({
      ...answer,
      media_buys: payloadsIn(answer["media_buys"]).map((shown) => {
        const buy = book.find(String(shown["media_buy_id"]), principal);
        const accepted_proposal = commitments.proposalOf(buy);
        return accepted_proposal === undefined
          ? shown
          : {
              ...shown,
              accepted_proposal,
              accepted_proposal_id: accepted_proposal["proposal_id"],
              accepted_proposal_terms_digest: accepted_proposal["terms_digest"],
              available_actions: commitments.actionsOf(buy),
            };
      }),
    }));
  if (task.name === tasks.get_task_status.name)
    return withAnswer(older, (answer, principal) => {
      const { result } = answer;
      if (!isPayload(result) || typeof result["media_buy_id"] !== "string") return answer;
      const commitment = commitments.commitmentOf(book.find(result["media_buy_id"], principal));
      return commitment === undefined
        ? answer
        : {
            ...answer,
            task_type: tasks.buy_products.name,
            result: { status: "completed", ...commitment },
          };
    });
  return older;
}

function withAnswer(older: Tool, turn: (answer: Payload, principal: string) => Payload): Tool {
  return {
    ...older,
    answer: async (received, call) => turn(await older.answer(received, call), call.principal),
  };
}
