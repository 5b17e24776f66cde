import type { LivePackage } from "../../buys/live-buys.ts";
import type { Brief, Pacing } from "../../model/brief.ts";

/** The curve that a package is to spend along: its channel's, else the brief's, else an even one. */
export function pacingOf({ brief }: { readonly brief?: Brief }): (one: LivePackage) => Pacing {
  const { pacing = "even", channelPacing = {} } = brief ?? {};
  return ({ channels }) => channels.flatMap((channel) => channelPacing[channel] ?? [])[0] ?? pacing;
}
