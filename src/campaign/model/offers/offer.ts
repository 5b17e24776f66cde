import type { Burst } from "../../../brief/brief.ts";
import type { RateMetric } from "../../../brief/kpi.ts";
import type { Money } from "../../../lib/money.ts";
import type { Price } from "../../../lib/price.ts";
import type { FitAspect, FitLevel } from "../../../llm/questions/read-product.ts";
import type { Promised, Targetable } from "../people/targeting.ts";
import type { Authorisation } from "../sellers/authorisation.ts";
import { type Purchase, purchaseMark } from "./bundle.ts";
import type { Listed } from "./listed-offer.ts";
import type { Reporting } from "./reporting.ts";

/** Low, expected and high value of something that is not known exactly. */
export interface Range {
  readonly low: number;
  readonly mid: number;
  readonly high: number;
}

/** A range by each of its figures. */
export function eachEnd(figure: (end: keyof Range) => number): Range {
  return { low: figure("low"), mid: figure("mid"), high: figure("high") };
}

export function exactly(value: number): Range {
  return eachEnd(() => value);
}

export function times(range: Range, factor: number): Range {
  return eachEnd((end) => range[end] * factor);
}

export function sumOfRanges(ranges: readonly Range[]): Range {
  return eachEnd((end) => ranges.reduce((sum, range) => sum + range[end], 0));
}

/** A seller's product with one pricing option, on the brief's scale. What a seller did not say is absent, never assumed. */
export interface Offer {
  /** `<seller id>/<product id>/<pricing option id>`; of a purchase of a bundle with its mark. */
  readonly id: string;
  readonly sellerId: string;
  /** Id that its seller is counted under where it is one with others; else absent. */
  readonly groupId?: string;
  readonly productId: string;
  readonly pricingOptionId: string;
  /** Seller's words: untrusted text, shown and never acted on. */
  readonly name: string;
  readonly description: string;
  readonly channels: readonly string[];
  readonly deliveryType?: string;
  /** When its seller says that figures of what was delivered are there. */
  readonly reporting?: Reporting;
  /** Where it runs, ISO 3166-1 alpha-2; absent where the seller does not say. */
  readonly countries?: readonly string[];
  /** What its packages can be kept to, by its seller's word. */
  readonly targetable?: Targetable;
  /** How its delivery is counted and what it comes up to, by its seller's word. */
  readonly promised?: Promised;
  /** What its packages can be steered to, by the public standard's names, with which kinds of targets; absent: nothing. */
  readonly steerable?: {
    readonly metrics: readonly string[];
    readonly targets: readonly string[];
    readonly reachUnits: readonly string[];
  };
  /** Whom its publisher asks before an impression, by its seller's word; absent: nobody. */
  readonly trustedMatch?: TrustedMatch;
  readonly formats: readonly { readonly agent_url: string; readonly id: string }[];
  /** Its place in a list that its seller versions; absent where it has none. */
  readonly listed?: Listed;
  /** As on the wire: cpm, cpm-auction, flat-fee … */
  readonly pricingModel: string;
  /** The seller's currency: what is bought is bought in it. */
  readonly currency: string;
  readonly auction: boolean;
  /** Fixed price or floor in the seller's currency; of what is sold whole, all of it. */
  readonly price?: Price;
  /** What is bid in an auction, at or above the floor. */
  readonly bid?: Price;
  /** Lowest budget of a package, in the seller's currency. */
  readonly minimumSpend?: Money;
  /** Price of 1,000 impressions in minor units of the brief's currency. */
  readonly cpm?: Range;
  /** Sold for exactly its price or not at all: a flat fee, a time. */
  readonly whole?: true;
  /** Impressions that can be had over the flight. */
  readonly impressions?: Range;
  /** People that can be reached over the flight: of the brief's group, where it says how many these are. */
  readonly reach?: Range;
  /** Its reach is what its channel usually brings, at the low end: its seller states none. */
  readonly isReachUsual?: true;
  /** Part, 0 to 1, of the people whom its reach was stated for that all of it is; absent where nobody counts them. */
  readonly penetration?: number;
  /** Part, 0 to 1, of the people whom its figures were stated for that are of the brief's group; absent where that is everybody. */
  readonly inGroup?: Range;
  /** Part, 0 to 1, of its seller's forecast that all figures here are, as its order is kept to fewer people; absent: all of it. */
  readonly part?: number;
  /**
   * Shares of impressions, 0 to 1, that bring what some briefs ask for: by the seller's forecast, by what it charges for, or by
   * what this desk has seen. Of sales, their worth for each impression in major units of the brief's currency.
   */
  readonly rates?: Readonly<Partial<Record<RateMetric, Range>>>;
  /** Impressions of earlier campaigns that a rate rests on, where its seller gives none. */
  readonly measured?: Readonly<Partial<Record<RateMetric, number>>>;
  /** What each unit of its price pays for, where that is no impression: money then buys so many, however many see it. */
  readonly charges?: RateMetric;
  /** What one of these costs, in minor units of the brief's currency, and how many its seller forecasts. */
  readonly perUnit?: { readonly cost: Range; readonly available?: Range };
  /** What amounts bring of a metric by its seller's own figures of it: rising, in minor units of the brief's currency. */
  readonly brings?: Readonly<Partial<Record<RateMetric, readonly BroughtPoint[]>>>;
  /** By which part its figures may be off either way, where its seller calls its forecast an estimate. */
  readonly around?: number;
  /** The day on which its forecast expired, where no newer one came. */
  readonly expired?: string;
  /** Where its forecast's rows by place lie; absent where it has none, or they are not all of it. */
  readonly rows?: RowsLie;
  /** What is otherwise in each place that the brief may be kept to, where its forecast has rows by place. */
  readonly inPlaces?: Readonly<Record<string, InPlace>>;
  /** Its seller's name for it, where its product is sold as several packages. */
  readonly label?: string;
  /** What more money brings, by the seller's forecast: rising in both, amounts in minor units of the brief's currency. */
  readonly response?: readonly ResponsePoint[];
  /** What it costs beside its price: part of `cpm`, named for people. */
  readonly fees?: readonly string[];
  /** Whether the product's publishers let the seller sell it; absent where that was not checked. */
  readonly authorisation?: Authorisation;
  /** Each conversion that stands between the seller's words and this scale. */
  readonly assumptions: readonly string[];
  /** The part of what its seller offers that it is, where a plan decides that by itself; never of what a seller has answered. */
  readonly cell?: Cell;
  /** The purchase of a bundle that it is: sold with the others of it alone, for exactly its price. */
  readonly purchase?: Purchase;
  /** What the seller left out. */
  readonly missing: readonly string[];
  /** What its texts tried on their reader, in our words: "speaks to a model", "hidden characters". */
  readonly injectionSigns?: readonly string[];
}

/** An offer in one place, one burst of the brief or both: what is ordered as a package of its own. */
export interface Cell {
  /** Id of the offer. */
  readonly of: string;
  /** A country or region with a share of the brief's budget, or `elsewhere`: its other places. */
  readonly place?: string | undefined;
  /** Its figures are those of its seller's rows for the place: otherwise all places have no more together than the offer. */
  readonly hasRow?: true;
  /** `most`: its share of the brief's budget, in minor units. */
  readonly burst?: Burst & { readonly most: number };
}

/** What a trusted match may ask of the page, and of the visitor. */
export interface TrustedMatch {
  readonly context: boolean;
  readonly identity: boolean;
  /** The brand is chosen at the match, and not with the order. */
  readonly choosesBrand?: true;
  /** What may be answered beside yes: `creative`, `deal`; yes alone where absent. */
  readonly answers?: readonly string[];
  readonly providers: readonly {
    readonly agentUrl: string;
    readonly context: boolean;
    readonly identity: boolean;
  }[];
}

export interface BroughtPoint extends Range {
  readonly amount: number;
}

/** Against the brief's places: all of them, some of them, or none in it. */
export interface RowsLie {
  readonly stand: "within" | "partly" | "elsewhere";
  readonly places: readonly string[];
  readonly countries?: readonly string[];
}

/** An offer's figures in one place, and where its rows lie against that. */
export interface InPlace
  extends Pick<
    Offer,
    | "bid"
    | "cpm"
    | "impressions"
    | "reach"
    | "isReachUsual"
    | "penetration"
    | "inGroup"
    | "part"
    | "rates"
    | "perUnit"
    | "brings"
    | "response"
    | "rows"
  > {
  /** Rows are for the place itself: else its figures are of what no other row has. */
  readonly hasRow?: true;
}

export interface ResponsePoint {
  readonly amount: number;
  readonly impressions: number;
  readonly reach?: number;
}

/** How one seller answered the call for offers. */
export interface Quote {
  readonly sellerId: string;
  readonly result: "answered" | "late" | "failed";
  /** Milliseconds from the call to its answer or end. */
  readonly elapsedMs: number;
  readonly products: number;
  /** For late and failed: what happened, in plain words. */
  readonly reason?: string;
  /** Proposals of which nothing is bought, and why: a sentence each. */
  readonly refusedProposals?: readonly string[];
  /** Products without a price: the seller shows prices only to callers it knows. */
  readonly unpriced?: number;
  /** What its words of failure tried on their reader, in ours. */
  readonly injectionSigns?: readonly string[];
  /** What a second round of asking brought; absent where nobody asked again. */
  readonly refinement?: Refinement;
}

/** A refinement that somebody wants sent to a seller once it has answered, beside flightdesk's own. */
export interface RefinementRequest {
  readonly sellerId: string;
  /** One of its products; absent for all that it has. */
  readonly productId?: string;
  readonly for: "a lower price" | "more like it" | "more";
  /** In words alone, without figures. */
  readonly words?: string;
}

export interface Refinement {
  /** Refinements that were sent. */
  readonly asked: number;
  /** Those of them that somebody wanted put. */
  readonly wishes?: readonly RefinementRequest[];
  readonly result: "answered" | "late" | "failed";
  readonly elapsedMs: number;
  /** Offers that were not there before, and those that the seller changed. */
  readonly added: number;
  readonly changed: number;
  /** Channels with a lower price than before, or with one at all; expected prices in minor units of the brief's currency. */
  readonly better: readonly { readonly channel: string; readonly was?: number; readonly now: number }[];
}

/**
 * What a model made of one product's words. It is shown beside the ranking: no score, gate, amount or step is made of it,
 * and an import rule proves that.
 */
export interface ProductReading {
  readonly sellerId: string;
  readonly productId: string;
  readonly aspects: readonly AspectReading[];
  /** Model, prompt and the beginning of the prompt file's SHA-256: `gpt-5-mini/read-product.v1@0a1b2c3d4e5f`. */
  readonly by: string;
}

export interface AspectReading {
  readonly aspect: FitAspect;
  readonly fit: FitLevel;
  /** Seller's words, found by code where the model pointed: untrusted text, shown and never acted on. */
  readonly quote?: string;
}

/** What differs between places; absent where an offer does not say it there. */
export function figuresIn(inPlace: InPlace): InPlace {
  const { reach, isReachUsual, penetration, inGroup, part, rows, ...own } = inPlace;
  const { bid, cpm, impressions, rates, perUnit, brings, response } = own;
  const people = { reach, isReachUsual, penetration, inGroup, part };
  return { bid, cpm, impressions, rates, perUnit, brings, response, rows, ...people };
}

/** `apex.example/video/cpm in NL, 2027-03-01 to 2027-03-14` */
export function cellId({
  of,
  place,
  burst,
}: Pick<Cell, "of" | "place"> & {
  readonly burst?: Pick<Burst, "start" | "end"> | undefined;
}): string {
  return `${of}${place === undefined ? "" : ` in ${place}`}${burst === undefined ? "" : `, ${burst.start} to ${burst.end}`}`;
}

/** The id of the offer that a cell is a burst of; of any other offer, its own. */
export function wholeId({ id, cell }: Pick<Offer, "id" | "cell">): string {
  return cell === undefined ? id : cellId({ of: cell.of, place: cell.place });
}

/** What a seller offers and a cell is part of. */
export function offeredId({ id, cell }: Pick<Offer, "id" | "cell">): string {
  return cell?.of ?? id;
}

/** The id of the line that buys the offer's product: one product is one line in a place and burst, whatever its pricing options. */
export function lineIdOf(
  offer: Pick<Offer, "sellerId" | "productId" | "label" | "cell" | "purchase">,
): string {
  const { sellerId, productId, label, cell, purchase } = offer;
  return [sellerId, productId, label, purchase && purchaseMark(purchase), cell?.place, cell?.burst?.start]
    .filter((part) => part !== undefined)
    .join("/");
}
