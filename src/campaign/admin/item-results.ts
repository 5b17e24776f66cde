import { isInHand, type StepState } from "../model/state/state.ts";
import { sendingWords } from "../model/step/sending.ts";

/** What became of one account, audience, catalogue or event. */
export interface ItemResult {
  /** Its id, as the file names it. */
  readonly item: string;
  readonly status: "done" | "waiting" | "failed";
  /** The seller's word for it, or why it did not come to that. */
  readonly detail: string;
}

/** Items that a request of a task is made of, by the ids that answers name them with. */
export function itemsOf({ task, arguments: request }: StepState["step"]): string[] {
  const items = itemsIn[task];
  return items === undefined ? [] : listOf(request[items.list]).map(items.idOf);
}

/** A step's outcome item by item. What an answer does not mention is not taken for done. */
export function itemResults(state: StepState): ItemResult[] {
  const { step, status, reason, receipt, sending } = state;
  const ids = itemsOf(step);
  if (status !== "done" || receipt === undefined) {
    const itemStatus = isInHand(state) ? "waiting" : "failed";
    const why = sending === undefined ? reason : sendingWords(sending);
    return ids.map((item) => ({ item, status: itemStatus, detail: why ?? words[status] ?? status }));
  }
  const items = itemsIn[step.task];
  if (items === undefined) return [];
  if (step.task === "log_event") return events(ids, receipt.payload);
  const rows = listOf(receipt.payload[items.list]);
  return ids.map((item) => answered(item, rows, items.idOf));
}

/** The list that a request has, and its answer but for events, with what an item of it is called. */
const itemsIn: Partial<
  Record<StepState["step"]["task"], { readonly list: string; readonly idOf: (row: Row) => string }>
> = {
  sync_accounts: { list: "accounts", idOf: ({ brand }) => text(recordOf(brand)["domain"]) },
  sync_audiences: { list: "audiences", idOf: ({ audience_id }) => text(audience_id) },
  sync_catalogs: { list: "catalogs", idOf: ({ catalog_id }) => text(catalog_id) },
  log_event: { list: "events", idOf: ({ event_id }) => text(event_id) },
};

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
  if (row === undefined) return { item, status: "failed", detail: "the seller's answer does not mention it" };
  const stated = [row["action"], row["status"]].map(text).filter((word) => word !== "");
  const problems = listOf(row["errors"]).map((error) => text(error["message"]));
  const failed = problems.length > 0 || stated.some((word) => failedWords.has(word));
  const itemStatus = failed ? "failed" : stated.some((word) => waitingWords.has(word)) ? "waiting" : "done";
  const notes = [stated.join(", "), counts(row), text(row["message"]), ...problems];
  return { item, status: itemStatus, detail: notes.filter((note) => note !== "").join("; ") };
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
  const unsaid = short ? `the seller took ${processed} of ${items.length} and does not say which` : undefined;
  return items.map((item) => {
    const problem = failed.get(item) ?? unsaid;
    return { item, status: problem === undefined ? "done" : "failed", detail: problem ?? "logged" };
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
