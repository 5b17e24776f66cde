import type { Brief, LeastRate } from "../../model/brief.ts";
import { measuredBy } from "../../model/kpi.ts";
import type { BriefFile } from "./brief-schema.ts";
import { toShare } from "./money-of-file.ts";
import type { Report } from "./problem.ts";

/** What success is and how it is measured, by `brief.yaml`. */
export function toMeasurement(
  { kpi, measurement: file }: BriefFile,
  report: Report,
): Pick<Brief, "kpi" | "measurement"> {
  if (kpi && measuredBy(kpi.metric).unit === "rate" && kpi.target > 1)
    report(
      ["kpi", "target"],
      `is ${kpi.target}; write a rate from 0 to 1, such as ${kpi.target / 100} for ${kpi.target}%`,
    );
  if (file === undefined) return { ...(kpi && { kpi }) };
  const rate = (name: "viewability" | "completion"): LeastRate | undefined => {
    const asked = file[name];
    const atLeast = toShare(asked?.at_least, ["measurement", name, "at_least"], report);
    if (atLeast === undefined) return undefined;
    return { atLeast, ...(asked?.vendor !== undefined && { vendor: asked.vendor }) };
  };
  const [viewability, completion] = [rate("viewability"), rate("completion")];
  const { click_days: clickDays, view_days: viewDays } = file.attribution ?? {};
  return {
    ...(kpi && { kpi }),
    measurement: {
      ...(viewability && { viewability: { ...viewability, standard: file.viewability?.standard ?? "mrc" } }),
      ...(completion && { completion }),
      ...(file.counted_by !== undefined && { countedBy: file.counted_by }),
      ...(file.attribution && {
        attribution: {
          ...(clickDays !== undefined && { clickDays }),
          ...(viewDays !== undefined && { viewDays }),
        },
      }),
    },
  };
}
