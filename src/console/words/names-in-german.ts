import { channelName } from "../../lib/english.ts";
import { kpiName } from "../../report/blocks/format.ts";
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

/** KPIs that German names otherwise than English. */
const kpis: Readonly<Record<string, string>> = {
  cpm: "TKP",
  impressions: "Kontakte",
  reach: "Reichweite",
  reach_n: "Reichweite ab n Kontakten",
  clicks: "Klicks",
  completed_views: "Vollständige Views",
  viewable_impressions: "Sichtbare Kontakte",
  conversions: "Conversions",
  leads: "Leads",
  store_visits: "Ladenbesuche",
  purchases: "Käufe",
  installs: "Installationen",
  registrations: "Registrierungen",
  subscriptions: "Abonnements",
  engagements: "Engagements",
  views: "Views",
  completion_rate: "Completion Rate",
  viewability: "Viewability",
  lift: "Lift",
};

export function kpiInGerman(metric: string): string {
  return kpis[metric] ?? kpiName(metric);
}

/** Figures and sums of an English text as German has them: "EUR 186,000" is "186.000 €". */
export function figureInGerman(text: string): string {
  return text
    .replaceAll(/(?<=\d)[,.](?=\d)|(?<=\d) [Mk]\b/g, (mark) => figures[mark] ?? mark)
    .replaceAll(
      /\b([A-Z]{3}) (-?\d[\d.,]*(?: – \d[\d.,]*)?(?: Mio\.| Tsd\.)?)/g,
      (_, code: string, amount: string) => `${amount}\u00a0${symbolOf(code)}`,
    );
}

const figures: Readonly<Record<string, string>> = { ",": ".", ".": ",", " M": " Mio.", " k": " Tsd." };

/** `€` of EUR, `CHF` of CHF. */
function symbolOf(code: string): string {
  const names = new Intl.NumberFormat("de", { style: "currency", currency: code });
  return names.formatToParts(0).find(({ type }) => type === "currency")?.value ?? code;
}
