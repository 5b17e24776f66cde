import { onceForEach } from "../../lib/once-for.ts";
import type { AccountReference } from "../../protocol/records/account.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { type Tool, tool } from "../tool.ts";

type AudienceRequest = RequestOf<"sync_audiences">["audiences"][number];
type Result = ResponseOf<"sync_audiences">["audiences"][number];

export type CheckAccount = (account: AccountReference | undefined, principal: string) => void;

interface StoredAudience {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly members: ReadonlySet<string>;
}

/** Fewer matched people than this cannot be addressed. */
const smallest = 100;
/** Share of members whose hashes this deployment's sellers know. */
const matchRate = 0.6;

/** The caller's own audiences at one seller. Each has its own result; members are only ever hashes. */
export function audienceTool(checkAccount: CheckAccount): Tool {
  const shelf = onceForEach((_principal: string) => new Map<string, StoredAudience>());

  return tool(tasks.sync_audiences, ({ account, audiences }, { principal }): ResponseOf<"sync_audiences"> => {
    checkAccount(account, principal);
    return { audiences: audiences.map((request) => sync(request, shelf(principal))) };
  });
}

function sync(request: AudienceRequest, stored: Map<string, StoredAudience>): Result {
  const { audience_id, add = [], remove = [] } = request;
  const before = stored.get(audience_id);
  if (request.delete) {
    if (before === undefined) return failed(audience_id, "AUDIENCE_NOT_FOUND", "there is no such audience");
    stored.delete(audience_id);
    return { audience_id, action: "deleted" };
  }
  const nameless = add.find((one) => one.hashed_email === undefined && one.hashed_phone === undefined);
  if (nameless !== undefined)
    return failed(audience_id, "VALIDATION_ERROR", `member ${nameless.external_id} has no hash to match by`);
  const members = new Set(before?.members);
  for (const { external_id } of add) members.add(external_id);
  for (const { external_id } of remove) members.delete(external_id);
  const after = { name: request.name ?? before?.name, type: request.audience_type ?? before?.type, members };
  stored.set(audience_id, after);
  const matched_count = Math.floor(members.size * matchRate);
  return {
    audience_id,
    action: before === undefined ? "created" : same(before, after) ? "unchanged" : "updated",
    status: matched_count < smallest ? "too_small" : "ready",
    uploaded_count: add.length,
    total_uploaded_count: members.size,
    matched_count,
    minimum_size: smallest,
  };
}

function same(before: StoredAudience, after: StoredAudience): boolean {
  return (
    before.name === after.name &&
    before.type === after.type &&
    before.members.size === after.members.size &&
    [...after.members].every((one) => before.members.has(one))
  );
}

function failed(audience_id: string, code: string, message: string): Result {
  return { audience_id, action: "failed", errors: [{ code, message }] };
}
