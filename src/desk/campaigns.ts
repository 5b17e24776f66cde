import { z } from "zod";
import type { App } from "../app.ts";
import { isAdminTaskId } from "../campaign/admin/admin-task.ts";
import { isOnSandbox } from "../campaign/model/derived/sandbox-mark.ts";
import { type Journal, openJournal, statesOf } from "../campaign/model/state/journal.ts";
import { type CampaignState, waitsForPerson } from "../campaign/model/state/state.ts";
import { campaignsIn } from "../campaign/stop/stop-orders.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { counted } from "../lib/english.ts";
import { onceFor } from "../lib/once-for.ts";
import { keptComparison, keptComparisons, newestComparison } from "./comparisons.ts";
import type { Desk } from "./desk.ts";
import { NotFound, UsageError } from "./usage-error.ts";

/** Which campaign is meant, for operations on one. */
export const campaignInput = { campaign: z.string().optional().describe("its id; the newest where absent") };

/** Ids of all campaigns, the newest first: a task that was called by hand is none. */
export async function begunCampaigns(ledger: Ledger): Promise<readonly string[]> {
  return (await campaignsIn(ledger)).filter((id) => !isAdminTaskId(id));
}

/** The campaign that is named, or the newest that has a brief. Throws a UsageError where there is none. */
export async function campaignNamed(
  { ledger, onSandbox }: App,
  id: string | undefined,
  compared: readonly string[] = [],
): Promise<string> {
  const begun = await campaignsIn(ledger);
  const newest = begun.find((campaign) => !isAdminTaskId(campaign));
  if (id !== undefined && begun.includes(id)) return id;
  if (id !== undefined && isOnSandbox({ id }) && !onSandbox) throw new UsageError(needsSandbox(id));
  const known = [...new Set([...(newest === undefined ? [] : begun), ...compared])];
  if (id !== undefined && known.length > 0) throw new NotFound(id, known.slice(0, 10));
  if (newest === undefined)
    throw new UsageError(
      `no campaign has been run here yet; start one with \`flightdesk run <brief> --execute\`${onSandbox ? "" : ". Campaigns of the built-in sandbox need --sandbox"}`,
    );
  return newest;
}

export function needsSandbox(id: string): string {
  return `there is no campaign ${id} here: campaigns of the built-in sandbox need --sandbox`;
}

/** The step that a person decides about: the campaign that is named, else the newest in which it waits. */
export async function waitingStep(app: App, stepId: string, campaign: string | undefined): Promise<string> {
  const ids = campaign === undefined ? await campaignsIn(app.ledger) : [await campaignNamed(app, campaign)];
  const states = await statesOf(app.ledger, ids);
  const found = states.find(({ steps }) =>
    steps.some((current) => current.step.id === stepId && waitsForPerson(current)),
  );
  if (found !== undefined) return found.id;
  const waiting = states.flatMap(({ steps }) => steps.filter(waitsForPerson).map(({ step }) => step.id));
  throw new UsageError(
    `no step ${stepId} waits for a person. ${waiting.length === 0 ? "None does." : `Waiting: ${waiting.join(", ")}`}`,
  );
}

/** How the campaign that is named, or the newest, stands. */
export async function stateNamed(
  { app }: Pick<Desk, "app">,
  campaign: string | undefined,
  compared?: readonly string[],
): Promise<CampaignState> {
  const id = await campaignNamed(app, campaign, compared);
  const opened = await lastRead(app.ledger, id);
  await opened.refresh();
  return opened.state();
}

/** The same; where none was begun, or none of that name, one that was only compared. */
export async function comparedOrNamed(desk: Pick<Desk, "app" | "home">, named: string | undefined) {
  const begun = await campaignsIn(desk.app.ledger);
  const compared = keptComparisons(desk.home);
  const id = named ?? (begun.every(isAdminTaskId) ? newestComparison(desk.home)?.id : undefined);
  if (id === undefined || begun.includes(id) || !compared.includes(id)) return stateNamed(desk, id, compared);
  return keptComparison(desk.home, id).state;
}

/** Campaigns that were read last, the latest at the end: pages of one campaign follow each other. */
const lastReadIn = onceFor((_ledger: Ledger) => new Map<string, Promise<Journal>>());
const mostRead = 20;

function lastRead(ledger: Ledger, id: string): Promise<Journal> {
  const journals = lastReadIn(ledger);
  const journal = journals.get(id) ?? openJournal(ledger, id);
  journals.delete(id);
  journals.set(id, journal);
  // One that could not be opened is tried again.
  journal.catch(() => journals.delete(id));
  const [oldest] = journals.keys();
  if (journals.size > mostRead && oldest !== undefined) journals.delete(oldest);
  return journal;
}

/** Of campaigns that are counted together the real ones, where there are any. The others are named to whoever asks. */
export function realOnes(states: readonly CampaignState[], { note }: Pick<Desk, "note">) {
  const real = states.filter((state) => !isOnSandbox(state));
  if (real.length === 0) return states;
  noteSandbox(states.length - real.length, note);
  return real;
}

/** A home may hold some from before sandboxes had one of their own. */
export function noteSandbox(count: number, note: Desk["note"]): void {
  if (count > 0)
    note(
      `${counted(count, "campaign")} in this home ${count === 1 ? "was" : "were"} tried on a sandbox: beside real ones ${count === 1 ? "it counts" : "they count"} in no statement and no seller's record. New ones have a home of their own, which commands open with --sandbox`,
    );
}
