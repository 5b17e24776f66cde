import type { Alternative, Stretch } from "./draw-gains.ts";
import { abilityOf, spendAt } from "./launch.ts";
import type { Response } from "./learn-response.ts";
import type { LiveLine } from "./live-line.ts";

/**
 * What the plan left alone would have spent and would spend, against what was spent and will be with today's budgets: each line by its
 * own rate of delivery. Over the whole flight, so that what moves have cost or brought so far counts.
 */
export function againstPlan(
  lines: readonly LiveLine[],
  responses: readonly Response[],
  { flightDays, daysLeft }: { readonly flightDays: number; readonly daysLeft: number },
): Alternative[] {
  return responses.map((response, place) => {
    const line = lines[place];
    // What a person has set is no move.
    if (line === undefined || (line.least === line.budget && line.most === line.budget))
      return { response, stretches: [] };
    const stretches: Stretch[] = [];
    // What the plan alone would have spent less so far.
    let saved = 0;
    for (const { day, length, spend, pace, budget } of line.seen) {
      const more = (line.planned - budget + saved) / Math.max(1, flightDays - day);
      const alone = pace > 0 ? Math.max(0, (spend * (pace + length * more)) / pace) : spend;
      saved += spend - alone;
      if (alone !== spend) stretches.push({ days: length, before: alone / length, after: spend / length });
    }
    const ability = abilityOf(line);
    const daily = (left: number) => spendAt(Math.max(0, left) / daysLeft, ability);
    stretches.push({
      days: daysLeft,
      before: daily(line.planned - (line.spent - saved)),
      after: daily(line.budget - line.spent),
    });
    return { response, stretches };
  });
}
