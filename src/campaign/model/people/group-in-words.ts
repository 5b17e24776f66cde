import type { Demographics } from "../../../brief/brief.ts";

/** `women aged 25 to 44` */
export function groupInWords({ age, gender }: Demographics): string {
  const who = gender === undefined ? "people" : gender === "female" ? "women" : "men";
  return age === undefined ? who : `${who} aged ${agesInWords(age)}`;
}

/** `25 to 44`, `25 and older`, `up to 44` */
export function agesInWords({ from, to }: { readonly from?: number; readonly to?: number }): string {
  if (from === undefined) return `up to ${to}`;
  return to === undefined ? `${from} and older` : `${from} to ${to}`;
}
