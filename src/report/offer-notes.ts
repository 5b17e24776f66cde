import { formatCountRange, formatPercent, listed } from "./format.ts";
import type { Report } from "./report-schema.ts";

type Offer = Report["offers"][number];
type Sensitivity = NonNullable<Report["ranking"]>["sensitivity"];

/** What a reader must know to compare the offer with others: how its price came about, where it runs, what is not said. */
export function offerNotes({ assumptions, countries, reach, formats, missing }: Offer): string[] {
  const open = formats.filter(({ standing }) => standing !== "ready");
  const buildable = open.filter(({ builder }) => builder !== undefined);
  return [
    ...assumptions,
    ...(countries.length > 0 ? [`Runs in ${listed(countries)}.`] : []),
    ...(reach ? [`Reaches ${formatCountRange(reach)} people over the flight.`] : []),
    ...(open.length > 0
      ? [
          `No creative at hand for ${listed(open.map(({ id }) => id))}` +
            `${buildable.length > 0 ? `; ${buildable.length === open.length ? "all" : buildable.length} can be built` : ""}.`,
        ]
      : []),
    ...missing.map((item) => `Not said: ${item}`),
  ];
}

/** `The first place holds while price weighs 20 to 60 (now 35).` */
export function sensitivityNotes(rows: Sensitivity): string[] {
  return rows.map(
    ({ criterion, weight, from, to }) =>
      `The first place holds while ${criterion} weighs ${from} to ${to} of 100 (now ${formatPercent(weight / 100).replace(" %", "")}).`,
  );
}
