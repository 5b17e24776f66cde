import { z } from "zod";
import { readTable } from "./language.ts";

/** Names of regions, by country and the code within it, as `languages/places.yaml` has them. */
const tableSchema = z.looseObject({ regions: z.record(z.string(), z.record(z.string(), z.string())) });

/** `Bayern` for DE-BY, as it is called there; the code where no table has it. */
export function regionName(code: string): string {
  regions ??= readTable("places.yaml", tableSchema).regions;
  const [country = "", within = ""] = code.split("-");
  const [first = ""] = (regions[country]?.[within] ?? "").split(",");
  // Some are written for reading: "?" for what cities are called, too, "(s)" and "[e|E]" for what is written in several ways.
  const name = first
    .replaceAll(/\[.\|(.)\]/g, "$1")
    .replaceAll(/\(.*?\)|[?/]/g, "")
    .trim();
  return name === "" ? code : name;
}
let regions: z.output<typeof tableSchema>["regions"] | undefined;
