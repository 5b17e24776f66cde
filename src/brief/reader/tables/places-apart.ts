import { groupBy } from "../../../lib/group-by.ts";
import { overlaps, type Span } from "../../grammar/spans.ts";
import { quoted } from "../read-quantities.ts";
import type { Thing } from "../things.ts";
import type { Row } from "./read-table.ts";

/** Places of some channels of a plan that are not those of all: a brief has no places for one channel alone. */
export interface PlacesApart {
  readonly lines: readonly Span[];
  readonly places: readonly Span[];
}

/** The cities and regions in lines of a plan, unless all channels have the same ones, or the text names them beside the plan too. */
export function placesApart(
  text: string,
  rows: readonly Row[],
  things: readonly Thing[],
): PlacesApart | undefined {
  const channelIn = (cells: Row) =>
    things.find((thing) => thing.kind === "channel" && cells.some((cell) => overlaps(thing, cell)));
  const ofChannels = rows.filter((cells) => channelIn(cells) !== undefined);
  const placesOf = (some: readonly Row[]) => some.flatMap((cells) => placesIn(cells, things));
  const namesIn = (some: readonly Row[]) =>
    [...new Set(placesOf(some).map((place) => place.text.toLowerCase()))].sort();
  const byChannel = groupBy(ofChannels, (cells) => channelIn(cells)?.text.toLowerCase());
  const isOne = new Set([...byChannel.values()].map((own) => namesIn(own).join())).size < 2;
  const [start, end] = [rows[0]?.[0]?.start, rows.at(-1)?.at(-1)?.end];
  const around = `${text.slice(0, start)} ${text.slice(end)}`.toLowerCase();
  if (isOne || namesIn(ofChannels).every((name) => around.includes(name))) return undefined;
  const lines = ofChannels.filter((cells) => placesIn(cells, things).length > 0);
  return {
    lines: quoted(lines.flatMap((cells) => channelIn(cells) ?? [])),
    places: quoted(placesOf(ofChannels)),
  };
}

/** The cities and regions that a row of a table names. */
export function placesIn(cells: Row, things: readonly Thing[]): readonly Thing[] {
  const isPlace = ({ kind }: Thing) => kind === "city" || kind === "region";
  return things.filter((thing) => isPlace(thing) && cells.some((cell) => overlaps(thing, cell)));
}
