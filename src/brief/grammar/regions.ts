import { z } from "zod";
import { once } from "../../lib/once-for.ts";
import { readTable } from "./language.ts";

/** Names of regions, by country and the code within it, as `languages/places.yaml` has them. */
const tableSchema = z.looseObject({ regions: z.record(z.string(), z.record(z.string(), z.string())) });
const regions = once(() => readTable("places.yaml", tableSchema).regions);

/** `Bayern` for DE-BY, as it is called there; the code where no table has it. */
export function regionName(code: string): string {
  const [country = "", within = ""] = code.split("-");
  const [first = ""] = (regions()[country]?.[within] ?? "").split(",");
  // Some are written for reading: "?" for what cities are called, too, "(s)" and "[e|E]" for what is written in several ways.
  const name = first
    .replaceAll(/\[.\|(.)\]/g, "$1")
    .replaceAll(/\(.*?\)|[?/]/g, "")
    .trim();
  return name === "" ? code : name;
}
