import type { LivePackage } from "../../buys/live-buys.ts";
import { type Brief, type Pacing, pacingFor } from "../../model/brief.ts";

/** The curve that a package is to spend along. */
export function pacingOf({ brief = {} }: { readonly brief?: Partial<Brief> }): (one: LivePackage) => Pacing {
  return ({ channels }) => pacingFor(brief, channels);
}
