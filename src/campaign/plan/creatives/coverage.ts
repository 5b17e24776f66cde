import type { FormatId } from "../../../protocol/records/creative.ts";
import type { Offer } from "../../model/offers/offer.ts";
import type { PlanLine } from "../../model/offers/plan.ts";
import { inFormat, isOfKind, sameFormat } from "../../model/sellers/formats.ts";
import type { CreativeAgent } from "../../model/sellers/seller.ts";
import type { CreativeOnHand } from "./on-hand.ts";

/** One package of the plan, and for each format that its seller accepts what there is to run in it. */
export interface CoverageRow {
  readonly line: PlanLine;
  readonly offer: Offer;
  readonly cells: readonly CoverageCell[];
}

export interface CoverageCell {
  readonly format: FormatId;
  /** Creatives that may run. */
  readonly ready: readonly CreativeOnHand[];
  /** Creatives in this format that break a rule and are not sent. */
  readonly rejected: readonly CreativeOnHand[];
  /** Who could build one, and in which of its own formats where the package takes a kind. */
  readonly builder?: CreativeAgent;
  readonly builtAs?: FormatId;
}

/** The matrix of packages, formats and creatives: which creative serves which package, and where the holes are. */
export function coverageOf(campaign: {
  readonly lines: readonly PlanLine[];
  readonly offers: readonly Offer[];
  readonly onHand: readonly CreativeOnHand[];
  readonly creativeAgents: readonly CreativeAgent[];
}): CoverageRow[] {
  const { lines, offers, onHand, creativeAgents } = campaign;
  return lines.flatMap((line) => {
    const offer = offers.find(({ id }) => id === line.offerId);
    if (offer === undefined) return [];
    return [{ line, offer, cells: cellsOf(offer, onHand, creativeAgents) }];
  });
}

/** For each format that the offer accepts, what there is to run in it, whether or not the offer is bought. */
export function cellsOf(
  { formats }: Offer,
  onHand: readonly CreativeOnHand[],
  creativeAgents: readonly CreativeAgent[],
): CoverageCell[] {
  const known = creativeAgents.flatMap((agent) => agent.formats ?? []);
  return formats.map((format) => {
    const made = onHand.flatMap((one) => {
      const creative = inFormat(one.creative, format, known);
      return creative === undefined ? [] : [{ ...one, creative }];
    });
    return {
      format: { ...format },
      ready: newestOf(made.filter(({ problems }) => problems.length === 0)),
      rejected: made.filter(({ problems }) => problems.length > 0),
      ...builderOf(format, creativeAgents),
    };
  });
}

/** Every creative that can run in a package. */
export function servedBy({ cells }: CoverageRow): CreativeOnHand[] {
  return cells.flatMap(({ ready }) => ready);
}

/** A creative to be built, and the packages that it is for. */
export interface Hole {
  readonly format: FormatId;
  readonly builder: CreativeAgent;
  readonly lineIds: readonly string[];
}

/** What to build so that something can run in every package: each time the format that serves most of those left. */
export function holesIn(rows: readonly CoverageRow[]): Hole[] {
  const holes: Hole[] = [];
  let left = rows.filter((row) => servedBy(row).length === 0);
  for (;;) {
    const choices = left.flatMap(({ cells }) => cells).map((cell) => holeFor(cell, left));
    const best = choices.reduce<Hole | undefined>(
      (most, hole) => (hole !== undefined && hole.lineIds.length > (most?.lineIds.length ?? 0) ? hole : most),
      undefined,
    );
    if (best === undefined) return holes;
    holes.push(best);
    left = left.filter(({ line }) => !best.lineIds.includes(line.lineId));
  }
}

function holeFor({ builder, builtAs }: CoverageCell, rows: readonly CoverageRow[]): Hole | undefined {
  if (builder === undefined || builtAs === undefined) return undefined;
  const taking = rows.filter(({ cells }) =>
    cells.some((cell) => cell.builtAs !== undefined && sameFormat(cell.builtAs, builtAs)),
  );
  return { format: builtAs, builder, lineIds: taking.map(({ line }) => line.lineId) };
}

/**
 * An agent that lists the format, or for a kind one of that kind, comes before one that does not list what it builds. There are
 * no words to ask for a kind, so whoever lists nothing of it is not asked.
 */
function builderOf(format: FormatId, agents: readonly CreativeAgent[]) {
  for (const builder of agents) {
    const listed = builder.formats?.find((one) => sameFormat(one.format_id, format) || isOfKind(one, format));
    if (listed !== undefined) return { builder, builtAs: { ...listed.format_id } };
  }
  const silent = agents.find(({ formats }) => formats === undefined);
  const isOfAnAgent = /^https?:/i.test(format.agent_url);
  return isOfAnAgent && silent !== undefined ? { builder: silent, builtAs: { ...format } } : {};
}

/** Of several with one id, the last: the others were built before it. */
function newestOf(creatives: readonly CreativeOnHand[]): CreativeOnHand[] {
  return [...new Map(creatives.map((one) => [one.creative.creative_id, one])).values()];
}
