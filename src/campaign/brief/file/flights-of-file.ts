import { countDays } from "../../../lib/days.ts";
import type { Burst } from "../../model/brief.ts";
import type { BriefFile } from "./brief-schema.ts";
import { toShare } from "./money-of-file.ts";
import type { Report } from "./problem.ts";

/** The bursts of `brief.yaml`, each with its part of the budget. */
export function toBursts(
  { flight, flights = [], pacing, channel_pacing }: BriefFile,
  report: Report,
): Burst[] {
  const days = flights.map(({ start, end }) => countDays(start, end));
  flights.forEach(({ start, end }, i) => {
    const before = flights[i - 1];
    if (end < start) report(["flights", i, "end"], `is before the start, ${start}`);
    if (before !== undefined && start <= before.end)
      report(["flights", i, "start"], `is not after the burst before it, which ends on ${before.end}`);
  });
  const [first, last] = [flights[0], flights.at(-1)];
  if (first !== undefined && first.start !== flight.start)
    report(["flights", 0, "start"], `is not the flight's first day, ${flight.start}; make the two one`);
  if (last !== undefined && last.end !== flight.end)
    report(
      ["flights", flights.length - 1, "end"],
      `is not the flight's last day, ${flight.end}; make the two one`,
    );
  if ([pacing, ...Object.values(channel_pacing ?? {})].some((one) => typeof one === "object"))
    report(["pacing"], "has weeks of its own; the shares of the flights say how much runs when");
  const shares = flights.map(({ share }, i) => toShare(share, ["flights", i, "share"], report));
  const given = shares.filter((share) => share !== undefined);
  const all = days.reduce((sum, one) => sum + one, 0);
  if (given.length === 0)
    return flights.map(({ start, end }, i) => ({ start, end, share: (days[i] ?? 0) / Math.max(1, all) }));
  if (given.length < flights.length) report(["flights"], "give every burst a share, or none");
  const sum = given.reduce((total, share) => total + share, 0);
  if (given.length === flights.length && Math.abs(sum - 1) > 0.005)
    report(
      ["flights"],
      `share ${Number((sum * 100).toFixed(1))}% of the budget between them; write shares of 100%`,
    );
  return flights.map(({ start, end }, i) => ({ start, end, share: (shares[i] ?? 0) / (sum > 0 ? sum : 1) }));
}
