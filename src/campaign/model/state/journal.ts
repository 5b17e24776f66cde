import type { Appended, Entry, Ledger, Stored } from "../../../ledger/ledger.ts";
import { proportionUp } from "../../../lib/money.ts";
import type { BuyCheck, Kept } from "../step/buy-change.ts";
import { boundUnder, isFinalising } from "../step/kinds.ts";
import type { Step } from "../step/step.ts";
import type { CampaignEvent, Recorded } from "./events.ts";
import { campaignEvent } from "./former-events.ts";
import { reduce } from "./reducer.ts";
import { type CampaignState, emptyState } from "./state.ts";

/** One campaign's view of the ledger: the state so far, and the only way to add to it. */
export interface Journal {
  /** As of the last entry that this process has seen. */
  readonly state: () => CampaignState;
  /**
   * Records an event once: false where an entry with this key stands already, from this process or another, or where the
   * campaign is not, or no longer, as `still` wants it. What becomes of a step's reserved amounts is settled in the same
   * transaction, by the state that the event follows.
   */
  readonly record: (event: CampaignEvent, key: string, still?: Still) => Promise<boolean>;
  /** Records an event and reserves amounts with it, or does neither. */
  readonly reserve: (
    event: CampaignEvent,
    key: string,
    reserve: Required<Pick<Entry, "reserve" | "worth">>,
    still: Still,
  ) => Promise<Appended>;
  /** Records an event unless one of these marks is raised, whichever process raised it. */
  readonly recordUnless: (
    event: CampaignEvent,
    key: string,
    unless: NonNullable<Entry["unless"]>,
    still: Still,
  ) => Promise<Appended>;
  /** The same with a mark that is raised with the event, unless somebody has raised it already. */
  readonly takeMark: (event: CampaignEvent, key: string, mark: string) => Promise<Appended>;
  /** Takes in what other processes have written. */
  readonly refresh: () => Promise<void>;
}

/** What must hold of the state that an event follows, whatever other processes have written meanwhile. */
export type Still = (state: CampaignState) => boolean;

export type Observer = (recorded: Recorded, state: CampaignState) => void;

/** Of `reducer.ts`: to be changed with it, so that a state which an older one made is not gone on with. */
const stateVersion = "18";
/** Entries after which a state is kept, so that opening a campaign stays as cheap as it was on its first day. */
const keepEvery = 100;

export async function openJournal(ledger: Ledger, campaignId: string, observe?: Observer): Promise<Journal> {
  const kept = await ledger.snapshot(campaignId, stateVersion);
  const tail = await ledger.read(campaignId, kept?.sequence ?? 0);
  // A snapshot of this version was made by this reducer.
  let state = reduce(
    (kept?.state as CampaignState | undefined) ?? emptyState(campaignId),
    tail.map(campaignEvent),
  );
  const last = tail.at(-1);
  if (last !== undefined && tail.length >= keepEvery)
    await ledger.saveSnapshot(campaignId, {
      version: stateVersion,
      sequence: last.sequence,
      hash: last.hash,
      state,
    });

  const take = (entries: readonly Stored[]) => {
    // Two that write at once see each other's entries, whichever of them sees its own first.
    for (const recorded of entries.map(campaignEvent).filter(({ sequence }) => sequence > state.sequence)) {
      state = reduce(state, [recorded]);
      observe?.(recorded, state);
    }
  };
  const refresh = async () => {
    take(await ledger.read(campaignId, state.sequence));
  };
  const append = async (entryOn: (state: CampaignState) => Entry | undefined): Promise<Appended> => {
    for (;;) {
      const entry = entryOn(state);
      if (entry === undefined) return { type: "moved" };
      const { sequence: after } = state;
      const appended = await ledger.append(campaignId, { ...entry, after });
      if (appended.type === "appended") take([appended.stored]);
      else await refresh();
      if (appended.type !== "moved") return appended;
      if (state.sequence === after)
        throw new Error(
          `the ledger of ${campaignId} ends behind entry ${after}, and holds no entry there: see flightdesk audit verify`,
        );
    }
  };
  return {
    state: () => state,
    refresh,
    record: async (event, key, still = () => true) => {
      const appended = await append((now) => {
        if (!still(now)) return undefined;
        return { ...settled(event, now), key };
      });
      return appended.type === "appended";
    },
    reserve: (event, key, reserve, still) =>
      append((now) => (still(now) ? { event, key, ...reserve } : undefined)),
    recordUnless: (event, key, unless, still) =>
      append((now) => (still(now) ? { event, key, unless } : undefined)),
    takeMark: (event, key, mark) =>
      append((now) => ({ ...settled(event, now), key, unless: [mark], raise: [mark] })),
  };
}

export async function stateOf(ledger: Ledger, campaignId: string): Promise<CampaignState> {
  return (await openJournal(ledger, campaignId)).state();
}

/** How several stand, in their order. */
export async function statesOf(ledger: Ledger, campaignIds: readonly string[]): Promise<CampaignState[]> {
  return Promise.all(campaignIds.map((id) => stateOf(ledger, id)));
}

/** An event with what becomes of reserved amounts by it. */
function settled(event: CampaignEvent, now: CampaignState): Omit<Entry, "key"> {
  return { event, settle: settlementOf(event, now), ...rebindingOf(event, now) };
}

/**
 * What an event makes of the amounts that its step has bound: spent when the agent has done it, given back when it is
 * certain that it will not. While an answer is not known, and while anybody is still asked, they stay bound.
 */
function settlementOf(event: CampaignEvent, { steps }: CampaignState): Entry["settle"] {
  const stepOf = (id: string) => steps.find(({ step }) => step.id === id)?.step;
  const under = (id: string) => boundUnder(stepOf(id) ?? { id });
  const released = (stepId: string) => ({ stepId: under(stepId), as: "released" as const });
  // What was sent may stand at the seller, whoever says no to it afterwards.
  const unlessSent = (stepId: string) =>
    steps.some(({ step, intent }) => step.id === stepId && intent !== undefined)
      ? undefined
      : released(stepId);
  switch (event.type) {
    case "step-answered":
      return event.receipt.status === "done" && !isReserved(stepOf(event.stepId))
        ? { stepId: under(event.stepId), as: "committed" }
        : undefined;
    case "hold-ended":
      return event.as === "accepted" ? undefined : released(event.stepId);
    case "step-failed":
      return event.effect === "none" ? released(event.stepId) : undefined;
    case "step-replaced":
      return released(event.stepId);
    case "step-rejected":
      return unlessSent(event.stepId);
    case "verdict-given":
      return event.verdict.type === "denied" ? unlessSent(event.stepId) : undefined;
    default:
      return undefined;
  }
}

/** What a seller holds is bound, and not spent. */
function isReserved(step: Step | undefined): boolean {
  return step !== undefined && isFinalising(step);
}

/**
 * What an event makes of amounts that are spent or bound, by the books of a seller: cap uses that become smaller, and cap uses
 * that grow past what was ordered, whatever their caps, each rounded up. What cannot be counted fills its caps.
 */
function rebindingOf(event: CampaignEvent, state: CampaignState): Pick<Entry, "reserve" | "reduce" | "grow"> {
  const { steps } = state;
  const { kept = [], grown = [], filled } = checkIn(event);
  const boundBy = (id: string) => steps.find(({ step }) => step.id === id);
  const scaled = ({ stepId, planAmount }: Kept) => {
    const { step, claims = [] } = boundBy(stepId) ?? {};
    const whole = step?.planAmount.minor ?? 0;
    return {
      stepId: step === undefined ? stepId : boundUnder(step),
      claims: claims.map((claim) =>
        whole === 0 ? claim : { ...claim, minor: proportionUp(claim.minor, planAmount.minor, whole) },
      ),
    };
  };
  const full = (stepId: string) => ({
    stepId: boundUnder(boundBy(stepId)?.step ?? { id: stepId }),
    claims: (boundBy(stepId)?.claims ?? []).map((claim) => ({
      ...claim,
      minor: Math.max(claim.minor, claim.cap),
    })),
  });
  const grow = [...grown.map(scaled), ...(filled === undefined ? [] : [full(filled)])];
  const again = event.type === "step-answered" && event.reopens ? boundBy(event.stepId) : undefined;
  return {
    ...(again?.claims && {
      reserve: { stepId: boundUnder(again.step), claims: again.claims, evenPastCaps: true },
    }),
    ...(kept.length === 0 ? {} : { reduce: kept.map(scaled) }),
    ...(grow.length === 0 ? {} : { grow }),
  };
}

function checkIn(event: CampaignEvent): Pick<BuyCheck, "kept" | "grown" | "filled"> {
  switch (event.type) {
    case "change-checked":
    case "more-booked":
    case "step-escalated":
      return event;
    case "step-answered":
      return event.receipt.check ?? {};
    default:
      return {};
  }
}
