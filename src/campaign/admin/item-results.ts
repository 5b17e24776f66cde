import { isInHand, type StepState } from "../model/state.ts";
import { sendingWords } from "../model/step/sending.ts";

/** What became of one account, audience, catalogue or event. */
export interface ItemResult {
  /** Its id, as the file names it. */
  readonly item: string;
  readonly standing: "done" | "waiting" | "failed";
  /** The seller's word for it, or why it did not come to that. */
  readonly detail: string;
}

/** Items that a request of a task is made of, by the ids that answers name them with. */
export function itemsOf({ task, arguments: request }: StepState["step"]): string[] {
  switch (task) {
    case "sync_accounts":
      return listOf(request["accounts"]).map((account) => text(recordOf(account["brand"])["domain"]));
    case "sync_audiences":
      return listOf(request["audiences"]).map((audience) => text(audience["audience_id"]));
    case "sync_catalogs":
      return listOf(request["catalogs"]).map((catalog) => text(catalog["catalog_id"]));
    case "log_event":
      return listOf(request["events"]).map((event) => text(event["event_id"]));
    case "create_media_buy":
    case "update_media_buy":
    case "sync_creatives":
    case "build_creative":
    case "activate_signal":
    case "provide_performance_feedback":
    case "sync_governance":
    case "sync_plans":
    case "report_plan_outcome":
      return [];
  }
}

/** A step's outcome item by item. What an answer does not mention is not taken for done. */
export function itemResults(state: StepState): ItemResult[] {
  const { step, status, reason, receipt, sending } = state;
  const items = itemsOf(step);
  if (status !== "done" || receipt === undefined) {
    const standing = isInHand(state) ? "waiting" : "failed";
    const why = sending === undefined ? reason : sendingWords(sending);
    return items.map((item) => ({ item, standing, detail: why ?? words[status] ?? status }));
  }
  const { payload } = receipt;
  switch (step.task) {
    case "sync_accounts":
      return items.map((item) =>
        answered(item, listOf(payload["accounts"]), (account) => text(recordOf(account["brand"])["domain"])),
      );
    case "sync_audiences":
      return items.map((item) =>
        answered(item, listOf(payload["audiences"]), (audience) => text(audience["audience_id"])),
      );
    case "sync_catalogs":
      return items.map((item) =>
        answered(item, listOf(payload["catalogs"]), (catalog) => text(catalog["catalog_id"])),
      );
    case "log_event":
      return events(items, payload);
    case "create_media_buy":
    case "update_media_buy":
    case "sync_creatives":
    case "build_creative":
    case "activate_signal":
    case "provide_performance_feedback":
    case "sync_governance":
    case "sync_plans":
    case "report_plan_outcome":
      return [];
  }
}

const words: Partial<Record<StepState["status"], string>> = {
  proposed: "not sent",
  held: "not sent: a check could not run",
  begun: "its answer is not known; run the same command again",
  pending: "the seller's people work on it",
};

const failedWords = new Set(["failed", "rejected", "suspended", "closed", "canceled", "payment_required"]);
const waitingWords = new Set(["pending", "pending_approval", "pending_review", "processing"]);

function answered(item: string, rows: readonly Row[], idOf: (row: Row) => string): ItemResult {
  const row = rows.find((candidate) => idOf(candidate) === item);
  if (row === undefined)
    return { item, standing: "failed", detail: "the seller's answer does not mention it" };
  const said = [row["action"], row["status"]].map(text).filter((word) => word !== "");
  const problems = listOf(row["errors"]).map((error) => text(error["message"]));
  const failed = problems.length > 0 || said.some((word) => failedWords.has(word));
  const standing = failed ? "failed" : said.some((word) => waitingWords.has(word)) ? "waiting" : "done";
  const notes = [said.join(", "), counts(row), text(row["message"]), ...problems];
  return { item, standing, detail: notes.filter((note) => note !== "").join("; ") };
}

function counts(row: Row): string {
  return [
    ["uploaded_count", "uploaded"],
    ["matched_count", "matched"],
    ["item_count", "items"],
  ]
    .flatMap(([field = "", word = ""]) => (typeof row[field] === "number" ? [`${row[field]} ${word}`] : []))
    .join(", ");
}

/** An answer to events names only those that failed. */
function events(items: readonly string[], payload: Row): ItemResult[] {
  const failures = listOf(payload["partial_failures"]);
  const processed = payload["events_processed"];
  const failed = new Map(
    failures.map((failure) => [
      text(failure["event_id"]),
      [failure["code"], failure["message"]]
        .map(text)
        .filter((word) => word !== "")
        .join(": "),
    ]),
  );
  const short = typeof processed === "number" && processed < items.length - failed.size;
  return items.map((item) => {
    const problem = failed.get(item);
    if (problem !== undefined) return { item, standing: "failed", detail: problem };
    return short
      ? {
          item,
          standing: "failed",
          detail: `the seller took ${processed} of ${items.length} and does not say which`,
        }
      : { item, standing: "done", detail: "logged" };
  });
}

type Row = Readonly<Record<string, unknown>>;

function listOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function recordOf(value: unknown): Row {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
