import type { Money } from "../lib/money.ts";
import type { KpiMetric } from "./kpi.ts";

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

/** What the advertiser wants, every value confirmed by a person. Dates are calendar days in UTC, `end` is the last day. */
export interface Brief {
  readonly name: string;
  readonly brand: {
    readonly domain: string;
    readonly name?: string;
    /** What it sells, in the words of the desk's policies. */
    readonly categories?: readonly string[];
  };
  readonly objective: "awareness" | "consideration" | "conversion";
  /** What media may cost: all limits and shares are of it. */
  readonly budget: Money;
  /** What the client pays in all, and what of it is not for media; absent where the budget is all for media. */
  readonly gross?: Gross;
  /** What the client has signed for: no plan may add up to more. */
  readonly insertionOrderTotal?: Money;
  readonly flight: { readonly start: string; readonly end: string };
  /** The bursts that all of it runs in, in order, with nothing between them; over the whole flight where absent. */
  readonly flights?: readonly Burst[];
  /** The only days of channels that do not run as long as the others, within the flight. */
  readonly channelFlights?: Readonly<Record<string, { readonly start: string; readonly end: string }>>;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly channels: readonly string[];
  readonly audience?: string;
  /** Audience signals to target with, the first that a seller can use: by id, or by agent and id. */
  readonly signals?: readonly string[];
  readonly kpi?: Kpi;
  /** How often each person reached is to see it, on average. */
  readonly frequency?: Frequency;
  /** How often each person reached is to see it at most: divided among packages, as nobody counts across sellers. */
  readonly frequencyCap?: Frequency;
  /** How much sellers' audiences are the same people; usual where absent. */
  readonly overlap?: Overlap | GivenOverlap;
  /** ISO 639-1. */
  readonly languages?: readonly string[];
  /** Where within the countries. What is included is of one kind of place. */
  readonly places?: { readonly include?: Places; readonly exclude?: Places };
  /** Whom to reach, beside `audience`. */
  readonly demographics?: Demographics;
  /** How many people of `demographics` live in each country, by whose count; absent: reach is measured against all who live there. */
  readonly universe?: { readonly people: Readonly<Record<string, number>>; readonly source: string };
  /** Nobody younger may see it, by law. */
  readonly minimumAge?: number;
  readonly devices?: readonly Device[];
  /** When in the week, in the viewer's own time. */
  readonly dayparts?: readonly Daypart[];
  readonly content?: Content;
  /** How delivery is to be counted, and what it is to come up to. */
  readonly measurement?: Measurement;
  /** How the budget is to be spent over the flight, or over each burst; evenly where absent. */
  readonly pacing?: Pacing;
  /** Other curves for channels. */
  readonly channelPacing?: Readonly<Record<string, Pacing>>;
  readonly limits: Limits;
  /** What becomes of money that would take the plan past the KPI's cost, or under its rate; asked where absent. */
  readonly spend?: "all" | "to_target";
  /** Points that a criterion of the ranking may bring, by its name; the others keep theirs, and all are scaled to 100. */
  readonly weights?: Readonly<Record<string, number>>;
  /** Fields that are preferences: what they ask for is weighed, not enforced. All others are hard. */
  readonly soft?: readonly SoftField[];
  readonly creatives: readonly BriefCreative[];
  /** What creatives are built from where none is at hand. */
  readonly message?: string;
  /** What the client wrote and no field holds, passage by passage. */
  readonly unread?: readonly string[];
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

/** `weeks`: one weight for each week of the flight. */
export type Pacing = "even" | "front-loaded" | "back-loaded" | { readonly weeks: readonly number[] };

/** The curve of the first channel that has one, else the brief's, else an even one. */
export function pacingFor(
  { pacing = "even", channelPacing = {} }: Pick<Brief, "pacing" | "channelPacing">,
  channels: readonly string[],
): Pacing {
  return channels.flatMap((channel) => channelPacing[channel] ?? [])[0] ?? pacing;
}

export interface Kpi {
  readonly metric: KpiMetric;
  /** Major units for costs, 0 to 1 for rates and reach as a part of the group, else a count or times; absent: as much as there is. */
  readonly target?: number;
  /** The event of the public standard that counts, where the metric's own does not: qualify_lead. */
  readonly event?: string;
  /** Contacts that reach_n counts from. */
  readonly n?: number;
}

/** Vendors by their domains. */
export interface Measurement {
  readonly viewability?: LeastRate & { readonly standard: ViewabilityStandard };
  /** Of video and audio that is played to its end. */
  readonly completion?: LeastRate;
  /** Whose count is paid by. */
  readonly countedBy?: string;
  /** What a point of another group is in the brief's own, and who says so. */
  readonly pointFactors?: readonly {
    readonly from: string;
    readonly factor: number;
    readonly source: string;
  }[];
  /** Days after a contact in which what people do is counted as the campaign's. */
  readonly attribution?: { readonly clickDays?: number; readonly viewDays?: number };
}

/** `atLeast`: of impressions, 0 to 1. */
export interface LeastRate {
  readonly atLeast: number;
  /** Who measures it. */
  readonly vendor?: string;
}

/** mrc: half in view for a second, or two of video; groupm: all of it, or half of the video. */
export const viewabilityStandards = ["mrc", "groupm"] as const;
export type ViewabilityStandard = (typeof viewabilityStandards)[number];

export interface Frequency {
  readonly times: number;
  readonly per: "day" | "week" | "month" | "flight";
}

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
export interface GivenOverlap {
  readonly lost: number;
  /** Who measured it, and when. */
  readonly source: string;
}

/** Areas by the codes of named systems, and cities. */
export interface Places {
  /** ISO 3166-2: `DE-BY`. */
  readonly regions?: readonly string[];
  /** By system, as `nielsen_dma`. */
  readonly metros?: readonly { readonly system: string; readonly codes: readonly string[] }[];
  /** By country and its system, as `plz`. */
  readonly postalAreas?: readonly {
    readonly country: string;
    readonly system: string;
    readonly codes: readonly string[];
  }[];
  readonly cities?: readonly City[];
}

/** Ages in years, both included. */
export interface Demographics {
  readonly age?: { readonly from?: number; readonly to?: number };
  readonly gender?: "female" | "male";
}

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
export interface Daypart {
  readonly days: readonly (typeof weekdays)[number][];
  readonly from: number;
  readonly to: number;
}

/** Among what it may run. */
export interface Content {
  readonly propertyList?: ListReference;
  readonly collectionList?: ListReference;
  readonly collectionListExclude?: ListReference;
  /** Categories to stay away from, in words. */
  readonly avoid?: readonly string[];
  /** Only where this provider is asked before an impression: of the page, and of the viewer where that is wanted. */
  readonly trustedMatch?: { readonly agent_url: string; readonly identity_match?: boolean };
}

/** A list that an agent keeps, as on the wire. */
export interface ListReference {
  readonly agent_url: string;
  readonly list_id: string;
}

/** Whether offers of other channels than those of the brief may be bought: none is named, or they are a preference, which the score weighs. */
export function mayBeAnyChannel({ channels, soft }: Pick<Brief, "channels" | "soft">): boolean {
  return channels.length === 0 || soft?.includes("channels") === true;
}

/** The fields that can be met in part. */
export const softFields = ["channels", "content", "countries", "limits.max_cpm", "places"] as const;
export type SoftField = (typeof softFields)[number];

export interface Limits {
  /** Max. CPM, in the budget's currency. */
  readonly maxCpm?: Money;
  /** 0 to 1 of the whole budget. */
  readonly maxSharePerSeller?: number;
  /** Domains, or names as the registry has them. */
  readonly excludedSellers: readonly string[];
  /** What an offer may not run on, beside the channels that are wanted either. */
  readonly excludedChannels?: readonly string[];
  /** The sellers that are bought from, and no others. */
  readonly onlySellers?: readonly string[];
  /** Least and most of what is spent on a channel, 0 to 1 of the whole budget. */
  readonly channelShares?: Shares;
  /** The same for countries. What cannot be kept to one of them counts for the most of each and for the least of none. */
  readonly countryShares?: Shares;
  /** The same for regions, as ISO 3166-2. */
  readonly regionShares?: Shares;
  /** The same for the cities that orders keep to, by their names there. */
  readonly cityShares?: Shares;
  /** Least of the budget that goes to guaranteed delivery, 0 to 1. */
  readonly minGuaranteedShare?: number;
  /** What goes to sellers that this desk has never bought from, 0 to 1 of the budget. */
  readonly testShare?: number;
  /** Least of the budget for each channel that is named and has no share of its own, 0 to 1, where anything may be bought there. */
  readonly floorPerChannel?: number;
  readonly maxPackages?: number;
  /** What a package gets at least, in the budget's currency. */
  readonly leastPerLine?: Money;
  /** Whole steps that amounts of packages are made of. */
  readonly roundTo?: Money;
  readonly minSellers?: number;
  readonly maxSellers?: number;
  /** Where absent: `within` where there is a threshold, else `propose`. */
  readonly reallocation?: ReallocationRung;
  /** What may be moved between running lines within a week without a person. */
  readonly reallocationThreshold?: Money;
  /** Which of these the brief does not say and the desk's settings do: they give way before a brief is refused. */
  readonly ofDesk?: readonly ("floorPerChannel" | "leastPerLine" | "roundTo")[];
}

export type DeskLimit = NonNullable<Limits["ofDesk"]>[number];

/** Whether money moves between running lines: never, with a person's yes, or inside a threshold without one. */
export const reallocations = ["off", "propose", "within"] as const;
export type ReallocationRung = (typeof reallocations)[number];

export type Shares = Readonly<Record<string, { readonly min?: number; readonly max?: number }>>;

/** A creative at hand: its own id, the format it is made for, where it lies. */
export interface BriefCreative {
  readonly id: string;
  readonly name: string;
  readonly format: { readonly agent_url: string; readonly id: string };
  readonly assets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Question {
  /** The field of the brief that is open, for example `budget`. */
  readonly field: string;
  readonly text: string;
  /** Values that would answer it, as a brief.yaml writes them. */
  readonly suggestions?: readonly string[];
}
