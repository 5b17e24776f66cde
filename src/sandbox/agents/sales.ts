import type { Clock } from "../../lib/clock.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { formats } from "../catalogues/formats.ts";
import type { SellerProfile } from "../catalogues/listing.ts";
import { type CreativeLibrary, creativeLibrary } from "../creative-library.ts";
import { findProducts } from "../find-products.ts";
import { type MediaBuyBook, mediaBuyBook } from "../media-buys/book.ts";
import { reportDelivery } from "../media-buys/report.ts";
import { Refusal } from "../refusal.ts";
import { type Call, type Tool, tool } from "../tool.ts";
import { accountTools } from "./accounts.ts";
import { audienceTool } from "./audiences.ts";
import { catalogTool } from "./catalogs.ts";
import { listFormats } from "./creative.ts";
import { eventTool } from "./events.ts";

export interface SalesOptions {
  readonly profile: SellerProfile;
  readonly clock: Clock;
  readonly seed: number;
  readonly formatAgent: string;
}

/** One seller: its books and the tasks that open them. */
export function salesAgent({ profile, clock, seed, formatAgent }: SalesOptions) {
  const book = mediaBuyBook({ profile, clock, seed });
  const library = creativeLibrary(formatAgent);
  const sold = new Set(profile.listings.flatMap((one) => one.formats));
  const accounts = accountTools(profile.slug);

  const tools: Tool[] = [
    tool(tasks.get_products, (request, { authenticated }) => ({
      products: findProducts(request, { profile, formatAgent, authenticated }),
    })),
    listFormats(formatAgent, () => formats.filter((format) => sold.has(format.id))),
    tool(tasks.create_media_buy, (request, { principal }) => {
      accounts.check(request.account, principal);
      checkCreatives(request.packages, library, principal, "packages");
      checkInline(request.packages, library, principal);
      const buy = book.create({ ...request, packages: request.packages.map(named) }, principal);
      shelve(request.packages, library, principal);
      return buy;
    }),
    tool(tasks.update_media_buy, (request, { principal }) => {
      accounts.check(request.account, principal);
      checkCreatives(request.updates.packages ?? [], library, principal, "updates.packages");
      checkCreatives(request.updates.new_packages ?? [], library, principal, "updates.new_packages");
      return book.update(request, principal);
    }),
    tool(tasks.get_media_buys, (request, { principal }) => book.list(request, principal)),
    tool(tasks.get_media_buy_delivery, (request, { principal }) =>
      reportDelivery(book.find(request.media_buy_id, principal), request),
    ),
    tool(tasks.sync_creatives, (request, { principal }) => {
      accounts.check(request.account, principal);
      return library.sync(request, principal, book.packagesOf(principal));
    }),
    tool(tasks.list_creatives, (request, { principal }) => library.list(request, principal)),
    tool(tasks.provide_performance_feedback, (request, call) => acknowledge(request, call, book)),
    tool(tasks.get_task_status, ({ task_id }, { principal }) => book.taskStatus(task_id, principal)),
    ...accounts.tools,
    audienceTool(accounts.check),
    catalogTool(accounts.check),
    eventTool(clock),
  ];
  return { tools, book };
}

interface WithCreatives {
  readonly creative_ids?: readonly string[] | undefined;
}

function checkCreatives(
  packages: readonly WithCreatives[],
  library: CreativeLibrary,
  principal: string,
  field: string,
): void {
  packages.forEach(({ creative_ids = [] }, i) => {
    const unknown = creative_ids.findIndex((id) => !library.has(id, principal));
    if (unknown >= 0)
      throw new Refusal(
        "CREATIVE_NOT_FOUND",
        `no creative "${creative_ids[unknown]}" in the library`,
        `${field}[${i}].creative_ids[${unknown}]`,
      );
  });
}

type Packages = RequestOf<"create_media_buy">["packages"];

/** Creatives sent inside a package go to the library; one that would not be shelved stops the buy. */
function checkInline(packages: Packages, library: CreativeLibrary, principal: string): void {
  packages.forEach(({ creatives = [] }, i) => {
    const { creatives: results } = library.sync({ ...unkeyed, creatives, dry_run: true }, principal, []);
    const failed = results.findIndex((one) => one.action === "failed");
    if (failed >= 0) {
      const reason = results[failed]?.errors?.[0]?.message ?? "not accepted";
      throw new Refusal("CREATIVE_REJECTED", reason, `packages[${i}].creatives[${failed}]`);
    }
  });
}

function shelve(packages: Packages, library: CreativeLibrary, principal: string): void {
  library.sync({ ...unkeyed, creatives: packages.flatMap((one) => one.creatives ?? []) }, principal, []);
}

/** The library's own calls belong to the key of the buy. */
const unkeyed = { idempotency_key: "" };

/** The package with its inline creatives named among its creative ids. */
function named(one: Packages[number]): Packages[number] {
  const inline = one.creatives?.map((creative) => creative.creative_id) ?? [];
  return { ...one, creative_ids: [...(one.creative_ids ?? []), ...inline] };
}

/** Feedback is kept with the buy and shown in `get_media_buys`; it changes nothing: these sellers do not optimise. */
function acknowledge(
  request: RequestOf<"provide_performance_feedback">,
  { principal }: Call,
  book: MediaBuyBook,
): ResponseOf<"provide_performance_feedback"> {
  const buy = book.find(request.media_buy_id, principal);
  const { package_id, measurement_period: period } = request;
  if (package_id !== undefined && !buy.packages.some((one) => one.package_id === package_id))
    throw new Refusal("PACKAGE_NOT_FOUND", `no package "${package_id}" in this buy`, "package_id");
  if (Date.parse(period.end) < Date.parse(period.start))
    throw new Refusal("VALIDATION_ERROR", "the period ends before it starts", "measurement_period.end");
  buy.feedback.push({
    period,
    performance_index: request.performance_index,
    ...(package_id && { package_id }),
  });
  return { acknowledged: true };
}
