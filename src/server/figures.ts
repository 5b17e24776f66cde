import { isAdminTaskId } from "../campaign/admin/admin-task.ts";
import { stateOf } from "../campaign/model/state/journal.ts";
import { awaitsPerson, type CampaignState, waitsForPerson } from "../campaign/model/state/state.ts";
import { isOrder } from "../campaign/model/step/kinds.ts";
import { campaignsIn } from "../campaign/stop/stop-orders.ts";
import { isCapped } from "../ledger/claims.ts";
import type { Ledger } from "../ledger/ledger.ts";

export const campaignPhases = ["planning", "running", "waits_for_person", "stalled", "ended"] as const;
type CampaignPhase = (typeof campaignPhases)[number];

/** How the whole desk stands, as the ledger knows it. */
export interface Figures {
  readonly campaigns: Readonly<Record<CampaignPhase, number>>;
  /** Steps that wait for a person, and since when the oldest does: UTC milliseconds. */
  readonly inbox: { readonly waiting: number; readonly oldest?: number };
  /** Of the fullest cap of each kind that lasts, how much is bound: 1 is all of it. */
  readonly capUses: ReadonlyMap<string, number>;
}

interface Reading {
  readonly phase: CampaignPhase;
  readonly waitingSince: readonly number[];
}

/** Caps that stand for longer than a campaign or a day. The others are there to be spent to their end. */
const lastingScopes: ReadonlySet<string> = new Set(["brand", "seller"]);
/** All uses of caps are read again after so long, in milliseconds. */
const capUsesLifeMs = 5 * 60_000;

/** Reads what has changed since the last time, so that figures of ten thousand campaigns cost as little as of ten. */
export function figuresOf(ledger: Ledger): (now: number) => Promise<Figures> {
  const readings = new Map<string, Reading>();
  let position = 0;
  let caps: { readonly at: number; readonly used: Figures["capUses"] } | undefined;
  let reading: Promise<Figures> | undefined;

  const read = async (now: number): Promise<Figures> => {
    const changed = await ledger.changed(position);
    const campaigns = new Set((await campaignsIn(ledger)).filter((id) => !isAdminTaskId(id)));
    for (const id of changed.campaignIds)
      if (campaigns.has(id)) readings.set(id, await readCampaign(ledger, id));
    position = changed.position;
    if (caps === undefined || now - caps.at >= capUsesLifeMs)
      caps = { at: now, used: await capsUsed(ledger) };
    const counts = { planning: 0, running: 0, waits_for_person: 0, stalled: 0, ended: 0 };
    const waiting: number[] = [];
    for (const { phase, waitingSince } of readings.values()) {
      counts[phase] += 1;
      waiting.push(...waitingSince);
    }
    const oldest = waiting.length === 0 ? {} : { oldest: Math.min(...waiting) };
    return { campaigns: counts, inbox: { waiting: waiting.length, ...oldest }, capUses: caps.used };
  };
  return (now) => {
    reading ??= read(now).finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

async function readCampaign(ledger: Ledger, campaignId: string): Promise<Reading> {
  const state = await stateOf(ledger, campaignId);
  const waits = state.ended === undefined ? waitsForPerson : awaitsPerson;
  const waiting = new Set(state.steps.filter(waits).map(({ step }) => step.id));
  if (waiting.size === 0) return { phase: phaseOf(state), waitingSince: [] };
  // What a step has come to last is what people are asked about.
  const since = new Map<string, number>();
  for (const { at, event } of await ledger.read(campaignId)) {
    const stepId = "stepId" in event ? event.stepId : undefined;
    if (typeof stepId === "string" && waiting.has(stepId)) since.set(stepId, Date.parse(at));
  }
  return { phase: phaseOf(state), waitingSince: [...since.values()] };
}

function phaseOf({ ended, steps, stalled }: CampaignState): CampaignPhase {
  if (ended !== undefined) return "ended";
  if (steps.some(waitsForPerson)) return "waits_for_person";
  if (stalled !== undefined) return "stalled";
  const isBought = steps.some(({ step, status }) => isOrder(step) && status === "done");
  return isBought ? "running" : "planning";
}

async function capsUsed(ledger: Ledger): Promise<Figures["capUses"]> {
  const bound = new Map<string, { readonly scope: string; minor: number; cap: number }>();
  for (const { claim } of await ledger.reservations()) {
    const { scope, key, currency, minor, cap } = claim;
    if (!lastingScopes.has(scope)) continue;
    const name = JSON.stringify([scope, key, currency]);
    const all = bound.get(name) ?? { scope, minor: 0, cap };
    all.minor += minor;
    all.cap = Math.min(all.cap, cap);
    bound.set(name, all);
  }
  const used = new Map<string, number>();
  for (const { scope, minor, cap } of [...bound.values()].filter(isCapped))
    used.set(scope, Math.max(used.get(scope) ?? 0, cap === 0 ? 1 : minor / cap));
  return used;
}
