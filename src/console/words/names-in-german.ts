import { channelName } from "../../lib/english.ts";
import type { Status } from "../../report/blocks/schema.ts";

/** Channels that German names otherwise than English. */
const channels: Readonly<Record<string, string>> = {
  display: "Display",
  olv: "Online-Video",
  social: "Social Media",
  search: "Suche",
  linear_tv: "Lineares TV",
  radio: "Radio",
  streaming_audio: "Audio-Streaming",
  podcast: "Podcast",
  dooh: "Digital-out-of-Home",
  ooh: "Out-of-Home",
  print: "Print",
  cinema: "Kino",
  email: "E-Mail",
  gaming: "Gaming",
  retail_media: "Retail Media",
  influencer: "Influencer",
  affiliate: "Affiliate",
  product_placement: "Product-Placement",
};

export function channelInGerman(channel: string): string {
  return channels[channel] ?? channelName(channel);
}

export const statusesInGerman: Readonly<Record<Status, string>> = {
  done: "gebucht",
  waiting: "wartet",
  refused: "abgelehnt",
  held: "angehalten",
  failed: "fehlgeschlagen",
  open: "nicht gesendet",
  replaced: "ersetzt",
};

/** How the changes in a plan's name begin or end, the longer ones first. */
const planNames: readonly (readonly [english: RegExp, german: string])[] = [
  [/^the plan$/, "der Plan"],
  [/^as edited$/, "wie bearbeitet"],
  [/ % less$/, " % weniger"],
  [/ % more$/, " % mehr"],
  [/^any share$/, "ohne Grenze je Anbieter"],
  [/^without seller /, "ohne "],
  [/^without channel /, "ohne Kanal "],
  [/^without /, "ohne "],
  [/^budget /, "Budget "],
  [/^max share /, "Anteil höchstens "],
  [/^max cpm /, "TKP höchstens "],
];

/** What-if plans are named by their changes, with commas between them. */
export function planInGerman(name: string): string {
  return name.split(", ").map(changeInGerman).join(", ");
}

function changeInGerman(name: string): string {
  const [english, german] = planNames.find(([pattern]) => pattern.test(name)) ?? ["", ""];
  return name.replace(english, german);
}
