import { type Clock, isoTime } from "../../lib/clock.ts";
import { digest } from "../../lib/digest.ts";
import { onceForEach } from "../../lib/once-for.ts";
import { type AssetProblem, assetProblems } from "../../protocol/records/asset-rules.ts";
import { type Creative, kindPrefix } from "../../protocol/records/creative.ts";
import type { creativeStates, StateOf } from "../../protocol/records/states.ts";
import type { RequestOf, ResponseOf } from "../../protocol/tasks/index.ts";
import { formatById, isStandIn, ownFormat } from "../inventory/formats.ts";
import type { BookedPackage } from "../media-buys/record.ts";
import { describeFormat } from "./describe-format.ts";

type SyncResult = ResponseOf<"sync_creatives">["creatives"][number];

/** `active` is the contract's word for what the public standard calls approved. */
type CreativeStatus = Exclude<StateOf<typeof creativeStates>, "approved">;

interface StoredCreative {
  readonly creative: Creative;
  readonly hash: string;
  status: CreativeStatus;
  /** UTC milliseconds. */
  readonly createdAt: number;
  updatedAt: number;
}

/** The creatives that callers keep at one seller, each principal's apart. `formatAgent` defines all its formats. */
export function creativeLibrary(formatAgent: string, { now }: Pick<Clock, "now">) {
  const shelf = onceForEach((_principal: string) => new Map<string, StoredCreative>());

  function sync(request: RequestOf<"sync_creatives">, principal: string, packages: readonly BookedPackage[]) {
    const stored = shelf(principal);
    const write = request.dry_run !== true;
    const creatives: SyncResult[] = request.creatives.map((creative) => {
      const { creative_id } = creative;
      const named = request.assignments !== undefined && Object.hasOwn(request.assignments, creative_id);
      const assigned = (named ? request.assignments?.[creative_id] : undefined) ?? [];
      const problems = [
        ...misfits(creative, assigned, { packages, formatAgent }),
        ...faultsOf(creative, formatAgent),
      ];
      if (problems.length > 0) return failed(creative_id, problems);
      const hash = digest(creative);
      const before = stored.get(creative_id);
      const same = before?.hash === hash && before.status === "active";
      if (write) {
        const updatedAt = same ? before.updatedAt : now();
        stored.set(creative_id, {
          creative,
          hash,
          status: "active",
          createdAt: before?.createdAt ?? updatedAt,
          updatedAt,
        });
        assign(creative_id, assigned, packages);
      }
      const action = before === undefined ? "created" : same ? "unchanged" : "updated";
      return { creative_id, action, status: "active", assigned_to: assigned };
    });
    if (request.delete_missing)
      creatives.push(...archiveOthers(stored, request.creatives, write ? now() : undefined));
    return { creatives, ...(write ? {} : { dry_run: true }) };
  }

  function list(request: RequestOf<"list_creatives">, principal: string): ResponseOf<"list_creatives"> {
    const { status = ["active"], format_types } = request.filters ?? {};
    const creatives = [...shelf(principal).values()]
      .filter((one) => status.includes(one.status))
      .filter((one) => format_types?.includes(formatById.get(one.creative.format_id.id)?.type ?? "") ?? true)
      .map((one) => ({
        ...one.creative,
        status: one.status,
        created_date: isoTime(one.createdAt),
        updated_date: isoTime(one.updatedAt),
      }));
    return { creatives: creatives.slice(0, request.limit ?? 100) };
  }

  function has(creative_id: string, principal: string): boolean {
    return shelf(principal).get(creative_id)?.status === "active";
  }

  /** A creative as it stands; a suite puts it there without a check of its assets. */
  function shelve(creative: Creative, status: CreativeStatus | "approved", principal: string): void {
    const at = now();
    shelf(principal).set(creative.creative_id, {
      creative,
      hash: digest(creative),
      status: status === "approved" ? "active" : status,
      createdAt: shelf(principal).get(creative.creative_id)?.createdAt ?? at,
      updatedAt: at,
    });
  }

  function find(creative_id: string, principal: string) {
    const stored = shelf(principal).get(creative_id);
    return (
      stored && { creative: stored.creative, status: stored.status === "active" ? "approved" : stored.status }
    );
  }

  return { sync, list, has, shelve, find };
}
export type CreativeLibrary = ReturnType<typeof creativeLibrary>;

/** What is wrong with a creative by itself; empty where it can be shelved. */
function faultsOf(creative: Creative, formatAgent: string): AssetProblem[] {
  const { agent_url, id } = creative.format_id;
  const format = ownFormat(creative.format_id, formatAgent);
  if (format === undefined)
    return [{ field: "format_id", message: `format ${id} of ${agent_url} is not accepted here` }];
  if (isStandIn(creative.format_id)) return [];
  // A kind has names of its own for its assets.
  if (agent_url.startsWith(kindPrefix)) return [];
  return assetProblems(creative.assets, describeFormat(format, formatAgent));
}

/** Why a creative cannot run in the packages it is assigned to. */
function misfits(
  creative: Creative,
  assigned: readonly string[],
  { packages, formatAgent }: { readonly packages: readonly BookedPackage[]; readonly formatAgent: string },
): AssetProblem[] {
  const { id = creative.format_id.id } = ownFormat(creative.format_id, formatAgent) ?? {};
  const field = `assignments.${creative.creative_id}`;
  return assigned.flatMap((package_id) => {
    const booked = packages.find((one) => one.package_id === package_id);
    if (booked === undefined) return [{ field, message: `no package ${package_id}` }];
    if (booked.listing.formats.includes(id)) return [];
    return [{ field, message: `package ${package_id} does not accept format ${id}` }];
  });
}

function assign(creative_id: string, assigned: readonly string[], packages: readonly BookedPackage[]): void {
  for (const booked of packages)
    if (assigned.includes(booked.package_id) && !booked.creative_ids.includes(creative_id))
      booked.creative_ids.push(creative_id);
}

/** Archived at `at`, or only reported where nothing is to be written. */
function archiveOthers(
  stored: Map<string, StoredCreative>,
  named: readonly Creative[],
  at: number | undefined,
): SyncResult[] {
  const kept = new Set(named.map((one) => one.creative_id));
  return [...stored.entries()].flatMap(([creative_id, one]) => {
    if (kept.has(creative_id) || one.status === "archived") return [];
    if (at !== undefined) {
      one.status = "archived";
      one.updatedAt = at;
    }
    return [{ creative_id, action: "archived", status: "archived" }];
  });
}

function failed(creative_id: string, problems: readonly AssetProblem[]): SyncResult {
  return {
    creative_id,
    action: "failed",
    errors: problems.map((problem) => ({ code: "CREATIVE_REJECTED", ...problem })),
  };
}
