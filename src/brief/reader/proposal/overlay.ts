import type { DraftFee, Found, OpenDraft } from "../draft.ts";
import type { Stance } from "../stance/speech.ts";
import type { Named } from "../things.ts";

/** What a reading of a text is given beside it: proved pieces of a proposal, by where they stand. All checks of the reading still run. */
export interface Overlay {
  readonly stances: ReadonlyMap<number, Stance>;
  readonly fees: readonly Found<DraftFee>[];
  /** Values of fields that nothing else rests on. */
  readonly values: Partial<OpenDraft>;
}

export const noOverlay: Overlay = {
  stances: new Map(),
  fees: [],
  values: {},
};

export function joined(overlays: readonly Partial<Overlay>[]): Overlay {
  return {
    stances: new Map(overlays.flatMap(({ stances = [] }) => [...stances])),
    fees: overlays.flatMap(({ fees = [] }) => fees),
    values: Object.assign({}, ...overlays.map(({ values = {} }) => values)),
  };
}

export function withStances(things: readonly Named[], stances: Overlay["stances"]): Named[] {
  return things.map((thing) => ({ ...thing, stance: stances.get(thing.start) ?? thing.stance }));
}
