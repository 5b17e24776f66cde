import type { Money } from "../lib/money.ts";
import type { BriefValues } from "./file/brief-schema.ts";

/** No system of codes has cities: an order keeps to one by a circle around a point. */
export interface City {
  readonly name: string;
  readonly country: string;
  readonly circle?: {
    readonly latitude: number;
    readonly longitude: number;
    readonly kilometres: number;
  };
}

/** Fields that a Brief writes otherwise than its file. */
type UnlikeFile =
  | "objective"
  | "budget"
  | "fees"
  | "flights"
  | "channelFlights"
  | "channels"
  | "measurement"
  | "channelPacing"
  | "limits"
  | "creatives"
  | "questions";

/**
 * What the advertiser wants, every value confirmed by a person; what each field means its file's schema says. Dates are calendar
 * days in UTC, `end` is the last day.
 */
export interface Brief extends Omit<BriefValues, UnlikeFile> {
  readonly objective: NonNullable<BriefValues["objective"]>;
  /** What media may cost: all limits and shares are of it. */
  readonly budget: Money;
  /** What the client pays in all, and what of it is not for media; absent where the budget is all for media. */
  readonly gross?: Gross;
  /** The bursts that all of it runs in, in order, with nothing between them; over the whole flight where absent. */
  readonly flights?: readonly Burst[];
  /** The only days of channels that do not run as long as the others, within the flight. */
  readonly channelFlights?: Readonly<Record<string, BriefValues["flight"]>>;
  readonly channels: readonly string[];
  /** How delivery is to be counted, and what it is to come up to. */
  readonly measurement?: Measurement;
  /** Other curves for channels. */
  readonly channelPacing?: Readonly<Record<string, Pacing>>;
  readonly limits: Limits;
  readonly creatives: readonly BriefCreative[];
  /** What is missing or ambiguous. A campaign does not start while a question is open. */
  readonly questions: readonly Question[];
}

/** What may be bound at most: no more than the client has signed for. The checks before the first buy want both in one currency. */
export function mostBound({ budget, insertionOrderTotal: signed }: Brief): Money {
  return signed?.currency === budget.currency && signed.minor < budget.minor ? signed : budget;
}

/** What that is, in words. */
export function mostBoundWords(brief: Brief): string {
  return mostBound(brief) === brief.budget ? "budget" : "insertion order's total";
}

/** A part of the flight with its part of the budget, 0 to 1; the parts of all add up to 1. */
export interface Burst {
  readonly start: string;
  readonly end: string;
  readonly share: number;
}

export type Pacing = NonNullable<BriefValues["pacing"]>;

/** The curve of the first channel that has one, else the brief's, else an even one. */
export function pacingFor(
  { pacing = "even", channelPacing = {} }: Pick<Brief, "pacing" | "channelPacing">,
  channels: readonly string[],
): Pacing {
  return channels.flatMap((channel) => channelPacing[channel] ?? [])[0] ?? pacing;
}

/** The target: major units for costs, 0 to 1 for rates and reach as a part of the group, else a count or times; absent: as much as there is. */
export type Kpi = NonNullable<BriefValues["kpi"]>;

type MeasurementValues = NonNullable<BriefValues["measurement"]>;

export interface Measurement extends Omit<MeasurementValues, "viewability"> {
  readonly viewability?: LeastRate & { readonly standard: ViewabilityStandard };
}

/** `atLeast`: of impressions, 0 to 1. */
export type LeastRate = NonNullable<MeasurementValues["completion"]>;

/** mrc: half in view for a second, or two of video; groupm: all of it, or half of the video. */
export const viewabilityStandards = ["mrc", "groupm"] as const;
export type ViewabilityStandard = (typeof viewabilityStandards)[number];

export type Frequency = NonNullable<BriefValues["frequency"]>;

/** `budget` and all `fees` add up to `total`. */
export interface Gross {
  readonly total: Money;
  readonly fees: readonly {
    readonly name: string;
    readonly amount: Money;
    /** The part of the total that was agreed, 0 to 1, where it was. */
    readonly share?: number;
  }[];
}

/** What people who see one line are likelier to see another by: not at all, as usual, much. */
export const overlaps = ["none", "usual", "strong"] as const;
export type Overlap = (typeof overlaps)[number];

/** What somebody has measured: the part, 0 to 1, that lines reach less of than chance would have it. */
export type GivenOverlap = Exclude<NonNullable<BriefValues["overlap"]>, Overlap>;

/** Areas by the codes of named systems, and cities. */
export type Places = NonNullable<NonNullable<BriefValues["places"]>["include"]>;

/** Ages in years, both included. */
export type Demographics = NonNullable<BriefValues["demographics"]>;

export const devices = ["desktop", "mobile", "tablet", "ctv", "dooh"] as const;
export type Device = (typeof devices)[number];

export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** Whole hours of the day: `from` 0 to 23, `to` 1 to 24 and not included. */
export type Daypart = NonNullable<BriefValues["dayparts"]>[number];

/** Among what it may run. */
export type Content = NonNullable<BriefValues["content"]>;

/** A list that an agent keeps, as on the wire. */
export type ListReference = NonNullable<Content["propertyList"]>;

/** The fields that can be met in part. */
export const softFields = ["channels", "content", "countries", "limits.max_cpm", "places"] as const;
export type SoftField = (typeof softFields)[number];

type LimitValues = NonNullable<BriefValues["limits"]>;

/** Shares are parts of the whole budget, 0 to 1. */
export interface Limits extends Omit<LimitValues, "excludedSellers" | "excludedChannels" | "channelShares"> {
  readonly excludedSellers: readonly string[];
  /** What an offer may not run on, beside the channels that are wanted either. */
  readonly excludedChannels?: readonly string[];
  /** Least and most of what is spent on a channel. */
  readonly channelShares?: Shares;
  /** Which of these the brief does not say and the desk's settings do: they give way before a brief is refused. */
  readonly ofDesk?: readonly ("floorPerChannel" | "leastPerLine" | "roundTo")[];
}

export type DeskLimit = NonNullable<Limits["ofDesk"]>[number];

/** Whether money moves between running lines: never, with a person's yes, or inside a threshold without one. */
export const reallocations = ["off", "propose", "within"] as const;
export type ReallocationRung = (typeof reallocations)[number];

export type Shares = Readonly<Record<string, { readonly min?: number; readonly max?: number }>>;

/** A creative at hand: its own id, the format it is made for, where it lies. */
export type BriefCreative = NonNullable<BriefValues["creatives"]>[number];

export type Question = NonNullable<BriefValues["questions"]>[number];
