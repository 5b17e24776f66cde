import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Bundle, exportBundle, readBundle } from "../campaign/audit/bundle.ts";
import { brokenSeals, stateOfBundle } from "../campaign/audit/replay.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import { type Row, rowAfter, stored } from "../ledger/chain.ts";
import type { Entry, Ledger } from "../ledger/ledger.ts";
import { messageOf } from "../lib/cause.ts";
import { cleanText } from "../lib/clean-text.ts";
import { jsonIn } from "../lib/json-object.ts";
import { writing } from "./files/writing.ts";
import { UsageError } from "./usage-error.ts";

const ending = ".json";

/**
 * Keeps what a command that changes nothing was answered, so that it can be read again without asking anybody: sealed
 * entries as `audit export` writes them. Binds nobody, and can be lost.
 */
export async function keepComparison(ledger: Ledger, campaignId: string, home: string): Promise<void> {
  const bundle = await exportBundle(ledger, campaignId);
  // Offers that are compared again leave the plan that was shown, which may be begun.
  if (bundle.entries.some(({ event }) => event.type === "plan-made")) keep(bundle, plansIn(home));
  keep(bundle, folderIn(home));
}

function keep(bundle: Bundle, folder: string): void {
  const path = join(folder, `${bundle.campaignId}${ending}`);
  const unfinished = `${path}.${process.pid}`;
  writing(path, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, JSON.stringify(bundle), { mode: 0o600 });
    renameSync(unfinished, path);
  });
}

/** Puts another plan in the place of one that was shown and has not begun: `added` follows what that was made of. */
export function keepOtherPlan(home: string, campaignId: string, added: readonly Entry[], now: number) {
  const { entries: kept } = keptComparison(home, campaignId);
  const before = kept.slice(
    0,
    kept.findIndex(({ event }) => event.type === "plan-made"),
  );
  const rows: Row[] = [];
  for (const { at, event, key } of [...before, ...added.map((entry) => ({ at: now, ...entry }))])
    rows.push(
      rowAfter(rows.at(-1), { campaign: campaignId, entry: { event, key }, now: new Date(at).getTime() }),
    );
  const bundle = { format: "flightdesk-audit", version: 1, campaignId, entries: rows.map(stored) } as const;
  keep(bundle, plansIn(home));
  keep(bundle, folderIn(home));
  return stateOfBundle(bundle);
}

/** Ids of the campaigns that are kept in `home`. */
export function keptComparisons(home: string): string[] {
  return keptIn(folderIn(home));
}

const beginsWith = z.object({
  entries: z
    .tuple([z.object({ event: z.object({ brief: z.object({ name: z.string() }) }) })])
    .rest(z.unknown()),
});
const names = new Map<string, string>();

/** The same by the names of their briefs, the newest first; one that cannot be read goes by its id. */
export function keptNames(home: string): { readonly campaign: string; readonly name: string }[] {
  return byAge(home).map(({ campaign, path }) => {
    const read = () =>
      beginsWith.safeParse(jsonIn(readFileSync(path, "utf8"))).data?.entries[0].event.brief.name;
    const name = names.get(path) ?? read() ?? campaign;
    names.set(path, name);
    return { campaign, name: cleanText(name, 100) };
  });
}

/** The newest first. */
function byAge(home: string) {
  return keptComparisons(home)
    .map((campaign) => {
      const path = join(folderIn(home), `${campaign}${ending}`);
      return { campaign, path, at: statSync(path).mtimeMs };
    })
    .toSorted((one, other) => other.at - one.at);
}

/** The plan that was made last of one of them, and how it stands; undefined where none was. Throws as `keptComparison` does. */
export function keptPlan(home: string, campaignId: string): Kept | undefined {
  const folder = plansIn(home);
  return keptIn(folder).includes(campaignId) ? read(folder, campaignId) : undefined;
}

function keptIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();
}

/** One of `keptComparisons`, and how it stands. Throws a UsageError where it is not as it was written. */
export function keptComparison(home: string, campaignId: string): Kept {
  return read(folderIn(home), campaignId);
}

type Kept = Pick<Bundle, "entries"> & { readonly state: CampaignState };

function read(folder: string, campaignId: string): Kept {
  const path = join(folder, `${campaignId}${ending}`);
  try {
    const bundle = readBundle(readFileSync(path, "utf8"));
    if (brokenSeals(bundle.entries).length > 0) throw new Error("it was changed since it was written");
    return { entries: bundle.entries, state: stateOfBundle(bundle) };
  } catch (cause) {
    throw new UsageError(`${path}: ${messageOf(cause)}; compare again`, { cause });
  }
}

/** The one that was kept last. */
export function newestComparison(home: string): Pick<CampaignState, "id" | "begunAt"> | undefined {
  const [newest] = byAge(home);
  return newest && keptComparison(home, newest.campaign).state;
}

function folderIn(home: string): string {
  return join(home, "comparisons");
}

function plansIn(home: string): string {
  return join(home, "shown-plans");
}
