import type { Brief } from "../../brief/brief.ts";
import { counted } from "../../lib/english.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Plan, PlanLine } from "../model/offers/plan.ts";
import { timesInWords } from "../targeting/asks-in-words.ts";
import { capped } from "../targeting/terms.ts";
import { lineReach } from "./reach/line-reach.ts";

/**
 * The lines with the brief's cap divided among them, as no seller sees whom another has met: by how many of them meet each person
 * who is reached at all, so that a person met by as many as usual has the brief's cap in all. Caps are whole: the largest lines
 * get what is left over, and none has less than one. Where no line gives its reach, or audiences share nobody, each has it whole.
 */
export function withDividedCap(
  { lines, reach }: Pick<Plan, "lines" | "reach">,
  { frequencyCap: cap }: Pick<Brief, "frequencyCap">,
  offers: readonly Offer[],
): readonly PlanLine[] {
  if (cap === undefined || reach === undefined || lines.length < 2) return lines;
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const forecast = lines.reduce((sum, line) => {
    const offer = byId.get(line.offerId);
    return sum + ((offer && lineReach(line, offer)) ?? 0);
  }, 0);
  const meeting = Math.max(1, forecast / reach.expected);
  const least = Math.max(1, Math.floor(cap.times / meeting));
  const over = Math.round((lines.length * cap.times) / meeting) - lines.length * least;
  const largest = new Set(
    lines.toSorted((a, b) => b.amount.minor - a.amount.minor).slice(0, Math.max(0, over)),
  );
  const why = `the brief's ${timesInWords(cap)}, divided as ${meeting.toFixed(1)} of ${counted(lines.length, "package")} meet each person reached`;
  return lines.map((line) => {
    const offer = byId.get(line.offerId);
    const times = least + (largest.has(line) ? 1 : 0);
    if (offer === undefined || times >= cap.times) return line;
    const own = capped({ frequencyCap: { ...cap, times } }).map((hold) => hold(offer));
    return {
      ...line,
      constraints: (line.constraints ?? []).map((one) => {
        const divided = own.find(({ field }) => field === one.field);
        return divided === undefined ? one : { ...divided, reason: `${divided.reason}; ${why}` };
      }),
    };
  });
}
