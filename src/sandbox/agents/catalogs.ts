import { digest } from "../../lib/digest.ts";
import { onceForEach } from "../../lib/once-for.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { type Tool, tool } from "../tool.ts";
import type { CheckAccount } from "./audiences.ts";

type Catalog = RequestOf<"sync_catalogs">["catalogs"][number];
type Result = ResponseOf<"sync_catalogs">["catalogs"][number];

const feedFormats = ["google_merchant_center", "facebook_catalog", "shopify", "linkedin_jobs", "custom"];
/** Items that a feed by address is taken to hold: nothing is fetched. */
const feedItems = 120;

/** The caller's catalogues at one seller. Each has its own result; a dry run keeps nothing. */
export function catalogTool(checkAccount: CheckAccount): Tool {
  const shelf = onceForEach((_principal: string) => new Map<string, string>());

  return tool(
    tasks.sync_catalogs,
    ({ account, catalogs, dry_run = false }, { principal }): ResponseOf<"sync_catalogs"> => {
      checkAccount(account, principal);
      const stored = shelf(principal);
      const results = catalogs.map((catalog): Result => {
        const { catalog_id } = catalog;
        const problem = problemOf(catalog);
        if (problem !== undefined) return { catalog_id, action: "failed", errors: [problem] };
        const hash = digest(catalog);
        const before = stored.get(catalog_id);
        if (!dry_run) stored.set(catalog_id, hash);
        const action = before === undefined ? "created" : before === hash ? "unchanged" : "updated";
        return { catalog_id, action, item_count: catalog.items?.length ?? feedItems };
      });
      return { catalogs: results, ...(dry_run && { dry_run }) };
    },
  );
}

function problemOf({ url, items, feed_format }: Catalog) {
  if (url === undefined && items === undefined)
    return { code: "VALIDATION_ERROR", message: "a catalogue needs a url or items", field: "url" };
  if (url !== undefined && !url.startsWith("https:"))
    return { code: "FEED_FETCH_FAILED", message: "feeds are fetched over https alone", field: "url" };
  if (feed_format !== undefined && !feedFormats.includes(feed_format))
    return {
      code: "INVALID_FEED_FORMAT",
      message: `"${feed_format}" is not one of ${feedFormats.join(", ")}`,
      field: "feed_format",
    };
  return undefined;
}
