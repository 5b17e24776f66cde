import type { DraftFee, Found, OpenDraft } from "../draft.ts";
import type { AmountRole, LabelledAmount } from "../label-amounts.ts";
import type { DateRole, LabelledDate } from "../label-dates.ts";
import type { Stance } from "../stance/speech.ts";
import type { Named } from "../things.ts";

/** What a reading of a text is given beside it: proved pieces of a proposal, by where they stand. All checks of the reading still run. */
export interface Overlay {
  readonly amounts: ReadonlyMap<number, AmountRole>;
  readonly dates: ReadonlyMap<number, DateRole>;
  readonly stances: ReadonlyMap<number, Stance>;
  readonly fees: readonly Found<DraftFee>[];
  /** Values of fields that nothing else rests on. */
  readonly values: Partial<OpenDraft>;
}

export const noOverlay: Overlay = {
  amounts: new Map(),
  dates: new Map(),
  stances: new Map(),
  fees: [],
  values: {},
};

export function joined(overlays: readonly Partial<Overlay>[]): Overlay {
  return {
    amounts: new Map(overlays.flatMap(({ amounts = [] }) => [...amounts])),
    dates: new Map(overlays.flatMap(({ dates = [] }) => [...dates])),
    stances: new Map(overlays.flatMap(({ stances = [] }) => [...stances])),
    fees: overlays.flatMap(({ fees = [] }) => fees),
    values: Object.assign({}, ...overlays.map(({ values = {} }) => values)),
  };
}

export function inRole<Piece extends LabelledAmount | LabelledDate>(
  pieces: readonly Piece[],
  roles: ReadonlyMap<number, Piece["role"]>,
): Piece[] {
  return pieces.map((piece) => ({ ...piece, role: roles.get(piece.start) ?? piece.role }));
}

export function withStances(things: readonly Named[], stances: Overlay["stances"]): Named[] {
  return things.map((thing) => ({ ...thing, stance: stances.get(thing.start) ?? thing.stance }));
}
