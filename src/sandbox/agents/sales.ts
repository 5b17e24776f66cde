import type { Clock } from "../../lib/clock.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { accountBook } from "../account-book.ts";
import { commitmentBook } from "../compact/commitments.ts";
import { productFeed } from "../compact/feed.ts";
import { withCompactTools } from "../compact/tools.ts";
import { creativeLibrary } from "../creatives/creative-library.ts";
import { findProducts } from "../find-products.ts";
import { formats } from "../inventory/formats.ts";
import { publishersOf, type SellerProfile } from "../inventory/listing.ts";
import { type MediaBuyBook, mediaBuyBook } from "../media-buys/book.ts";
import { reportDelivery } from "../media-buys/report.ts";
import { checkTargeting, checkTerms, withoutTargeting } from "../media-buys/rules.ts";
import { proposalTools } from "../proposals/tools.ts";
import { invalid, Refusal } from "../refusal.ts";
import { sellerTasks } from "../seller-tasks.ts";
import { testControl } from "../test-control/control.ts";
import { type Call, type Tool, tool } from "../tool.ts";
import { accountTools } from "./accounts.ts";
import { audienceTool } from "./audiences.ts";
import { catalogTool } from "./catalogs.ts";
import { listFormats } from "./creative.ts";
import { eventTool } from "./events.ts";
import { governanceSyncTool } from "./governance-sync.ts";
import { checkCreatives, named, shelve } from "./package-creatives.ts";

export interface SalesOptions {
  readonly profile: SellerProfile;
  readonly clock: Clock;
  readonly seed: number;
  readonly formatAgent: string;
  readonly idsPerSeller: boolean;
}

/** One seller: its books and the tasks that open them. */
export function salesAgent({ profile: asConfigured, clock, seed, formatAgent, idsPerSeller }: SalesOptions) {
  const listings = [...asConfigured.listings];
  const profile = { ...asConfigured, listings };
  const library = creativeLibrary(formatAgent, clock);
  const book = mediaBuyBook({ profile, clock, seed, hasCreative: library.has, idsPerSeller });
  const mayComeLater = profile.waitsForCreatives ?? false;
  const sold = new Set(profile.listings.flatMap((one) => one.formats));
  const accounts = accountBook();
  const waiting = sellerTasks({ book, accounts, clock });

  const usual: Tool[] = [
    waiting.searching(
      tool(tasks.get_products, (request, { authenticated }) => ({
        products: findProducts(request, { profile, formatAgent, authenticated }),
      })),
    ),
    listFormats(formatAgent, () => formats.filter((format) => sold.has(format.id))),
    tool(tasks.create_media_buy, (request, { principal, dropsTargeting }) => {
      accounts.check(request.account, principal);
      checkTerms(request.packages);
      checkTargeting(request.packages, { profile, listings: book.listings });
      checkCreatives(request.packages, { library, principal, mayComeLater, field: "packages" });
      const packages = request.packages.map(named);
      const kept = dropsTargeting === undefined ? packages : withoutTargeting(packages, dropsTargeting);
      const buy = book.create({ ...request, packages: kept }, principal);
      shelve(request.packages, library, principal);
      if (typeof buy["task_id"] === "string") waiting.note(buy["task_id"], request.account, principal);
      return buy;
    }),
    tool(tasks.update_media_buy, (request, { principal, ignoresUpdates = false }) => {
      accounts.check(request.account, principal);
      const { packages = [], new_packages = [] } = request.updates;
      checkCreatives(packages, { library, principal, mayComeLater, field: "updates.packages" });
      checkCreatives(new_packages, { library, principal, mayComeLater, field: "updates.new_packages" });
      if (ignoresUpdates) return book.touch(request.media_buy_id, principal);
      const updates = {
        ...request.updates,
        packages: packages.map(named),
        new_packages: new_packages.map(named),
      };
      const buy = book.update({ ...request, updates }, principal);
      shelve([...packages, ...new_packages], library, principal);
      return buy;
    }),
    tool(tasks.get_media_buys, (request, { principal }) => book.list(request, principal)),
    tool(tasks.get_media_buy_delivery, (request, { principal }) =>
      reportDelivery(book.find(request.media_buy_id, principal), request, profile),
    ),
    tool(tasks.sync_creatives, (request, { principal }) => {
      accounts.check(request.account, principal);
      book.catchUp();
      const synced = library.sync(request, principal, book.packagesOf(principal));
      book.catchUp();
      return synced;
    }),
    tool(tasks.list_creatives, (request, { principal }) => library.list(request, principal)),
    tool(tasks.provide_performance_feedback, (request, call) => acknowledge(request, call, book)),
    ...waiting.tools,
    tool(tasks.list_authorized_properties, () => ({ publisher_domains: [...publishersOf(profile)] })),
    ...accountTools(profile.slug, accounts, { financials: profile.financials, clock }),
    governanceSyncTool(accounts),
    audienceTool(accounts.check),
    catalogTool(accounts.check),
    eventTool(clock),
    ...(profile.testControl
      ? [testControl({ book, waiting, library, accounts, formatAgent, clock, listings })]
      : []),
  ];
  const feed = productFeed(listings, book.stock);
  const commitments = commitmentBook(profile);
  const compact = { profile, formatAgent, feed, book, commitments, older: usual };
  const proposals =
    profile.lifecycle?.proposals === undefined
      ? []
      : proposalTools({ profile, formatAgent, clock, book, commitments });
  const tools = profile.lifecycle === undefined ? usual : [...withCompactTools(compact), ...proposals];
  return { tools, book, accounts };
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
    throw invalid("the period ends before it starts", "measurement_period.end");
  buy.feedback.push({
    period,
    performance_index: request.performance_index,
    ...(package_id && { package_id }),
  });
  return { acknowledged: true };
}
