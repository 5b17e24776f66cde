import { isObject } from "../../lib/json-object.ts";
import { assetTypes } from "../../protocol/records/creative.ts";
import { measuredBy } from "../kpi.ts";
import { partOf, percent, rangeOf, targetOf } from "./amount.ts";
import type { BriefFile } from "./brief-schema.ts";
import { checkPlaces } from "./check-places.ts";
import type { Report } from "./problem.ts";

/** What the fields of a file have to do with each other, and what no schema can say of one. */
export function checkFields(file: BriefFile, report: Report): void {
  for (const check of checks) check(file, report);
}

const checks: readonly ((file: BriefFile, report: Report) => void)[] = [
  checkDays,
  checkChannelDays,
  checkExcludedChannels,
  checkPlaces,
  refuseRepeats,
  checkAssets,
  checkKpi,
  checkFees,
  checkRanges,
  checkShares,
];

function refuseRepeats(file: BriefFile, report: Report): void {
  const { countries, channels, languages, signals, limits, creatives } = file;
  const lists = { countries, channels, languages, signals };
  for (const [field, list] of Object.entries(lists)) refuse(list, (i) => [field, i]);
  refuse(limits?.excluded_sellers, (i) => ["limits", "excluded_sellers", i]);
  refuse(limits?.excluded_channels, (i) => ["limits", "excluded_channels", i]);
  refuse(limits?.only_sellers, (i) => ["limits", "only_sellers", i]);
  refuse(
    creatives?.map(({ id }) => id),
    (i) => ["creatives", i, "id"],
  );

  function refuse(list: readonly string[] = [], pathOf: (i: number) => Parameters<Report>[0]): void {
    list.forEach((value, i) => {
      if (list.indexOf(value) < i) report(pathOf(i), `"${value}" is there twice; remove one of them`);
    });
  }
}

/** What an asset is: as it says, else by its role ("video_file"), its file's ending, or its having words; undefined where nobody can tell. */
export function typeOfAsset(
  role: string,
  { asset_type: type, url, content }: Readonly<Record<string, unknown>>,
): unknown {
  if (type !== undefined || role === "promoted_offerings") return type;
  const ending =
    typeof url === "string" ? /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() : undefined;
  const named = assetTypes.find((one) =>
    role
      .toLowerCase()
      .split(/[^a-z]+/)
      .includes(one),
  );
  return named ?? endings[ending ?? ""] ?? (content === undefined ? undefined : "text");
}

const endings: Readonly<Record<string, (typeof assetTypes)[number]>> = {
  ...Object.fromEntries(["mp4", "mov", "webm", "m4v"].map((one) => [one, "video"])),
  ...Object.fromEntries(["jpg", "jpeg", "png", "gif", "webp", "svg"].map((one) => [one, "image"])),
  ...Object.fromEntries(["mp3", "wav", "m4a", "aac", "ogg"].map((one) => [one, "audio"])),
  html: "html",
  js: "javascript",
};

/** Creatives are sent after the order: what a seller could not take is found before it. */
function checkAssets({ creatives = [] }: BriefFile, report: Report): void {
  const known: readonly unknown[] = assetTypes;
  creatives.forEach(({ assets }, i) => {
    for (const [role, asset] of Object.entries(assets))
      if (role !== "promoted_offerings" && !known.includes(typeOfAsset(role, asset)))
        report(
          ["creatives", i, "assets", role],
          `does not say what it is; write asset_type: ${assetTypes.join(", ")}`,
        );
  });
}

/** Days of a channel lie within the flight, and in one of its bursts at least. */
function checkChannelDays(file: BriefFile, report: Report): void {
  const { flight, flights = [flight], channel_flights = {}, channels } = file;
  for (const [channel, { start, end }] of Object.entries(channel_flights)) {
    const say = (message: string) => report(["channel_flights", channel], message);
    if (channels.length > 0 && !channels.some((one) => one === channel))
      say(`is not among the channels; add ${channel} there`);
    if (end < start) say(`ends on ${end}, before its start, ${start}`);
    else if (start < flight.start || end > flight.end)
      say(`runs ${start} to ${end}, outside of the flight, ${flight.start} to ${flight.end}`);
    else if (!flights.some((burst) => burst.start <= end && start <= burst.end))
      say(`runs ${start} to ${end}, on no day of the bursts`);
  }
}

function checkExcludedChannels({ channels, limits }: BriefFile, report: Report): void {
  limits?.excluded_channels?.forEach((channel, i) => {
    if (channels.includes(channel))
      report(
        ["limits", "excluded_channels", i],
        `"${channel}" is among the channels; take it out of one of the two`,
      );
  });
}

function checkDays({ flight, flights = [], pacing, channel_pacing = {} }: BriefFile, report: Report): void {
  if (flight.end < flight.start)
    report(["flight", "end"], `is before the start, ${flight.start}; write the last day of the campaign`);
  flights.forEach(({ start, end }, i) => {
    const before = flights[i - 1];
    if (end < start) report(["flights", i, "end"], `is before the start, ${start}`);
    if (before === undefined && start !== flight.start)
      report(["flights", i, "start"], `is not the flight's first day, ${flight.start}; make the two one`);
    if (before !== undefined && start <= before.end)
      report(["flights", i, "start"], `is not after the burst before it, which ends on ${before.end}`);
    if (i === flights.length - 1 && end !== flight.end)
      report(["flights", i, "end"], `is not the flight's last day, ${flight.end}; make the two one`);
  });
  if (flights.length > 0 && [pacing, ...Object.values(channel_pacing)].some(isObject))
    report(["pacing"], "has weeks of its own; the shares of the flights say how much runs when");
}

function checkKpi({ kpi }: BriefFile, report: Report): void {
  if (kpi?.target === undefined) return;
  const { unit, counts } = measuredBy(kpi.metric);
  const {
    figure = 0,
    isShare,
    cost,
  } = typeof kpi.target === "number" ? { figure: kpi.target } : targetOf(kpi.target);
  const say = (message: string) => report(["kpi", "target"], message);
  if (isShare && unit !== "rate" && counts !== "reach")
    say(`is ${kpi.target}; ${kpi.metric} is no rate: write a number`);
  else if (cost && unit !== "cost") say(`is ${kpi.target}; ${kpi.metric} is no cost: write a number`);
  else if (isShare && counts === "reach" && figure >= 1)
    say(`is ${kpi.target}; write a part of the group under 100%, or a number of people`);
  else if (unit === "rate" && figure > 1)
    say(`is ${kpi.target}; write a rate from 0 to 1, such as ${figure / 100} for ${figure}%`);
}

function checkFees({ fees = [] }: BriefFile, report: Report): void {
  fees.forEach(({ name, share, amount }, i) => {
    if ((share === undefined) === (amount === undefined))
      report(["fees", i], `"${name}" needs either a share or an amount, such as share: 15%`);
  });
}

function checkRanges({ demographics, dayparts, limits = {} }: BriefFile, report: Report): void {
  const { from, to } = demographics?.age ?? {};
  if (from !== undefined && to !== undefined && to < from)
    report(["demographics", "age", "to"], `is ${to}, below from, ${from}`);
  dayparts?.forEach((hours, i) => {
    if (hours.to <= hours.from)
      report(["dayparts", i, "to"], `is ${hours.to}, not after from, ${hours.from}`);
  });
  const { min_sellers: least, max_sellers: most, max_packages: packages } = limits;
  const tooMany = (than: string) => report(["limits", "min_sellers"], `is ${least}, more than ${than}`);
  if (least !== undefined && most !== undefined && least > most) tooMany(`max_sellers, ${most}`);
  if (least !== undefined && packages !== undefined && least > packages)
    tooMany(`max_packages, ${packages}: each seller needs one`);
}

function checkShares({ limits = {}, channels }: BriefFile, report: Report): void {
  const { channel_shares = {}, country_shares = {}, region_shares = {}, city_shares = {} } = limits;
  const all = { channel_shares, country_shares, region_shares, city_shares };
  for (const [field, shares] of Object.entries(all)) {
    for (const [name, written] of Object.entries(shares)) {
      const { min = 0, max = 1 } = rangeOf(written);
      const [end, least, most] =
        typeof written === "string" ? [[], percent(min), percent(max)] : [["min"], written.min, written.max];
      if (min > max) report(["limits", field, name, ...end], `is ${least}, more than the most, ${most}`);
    }
    const least = Object.values(shares).reduce((total, written) => total + (rangeOf(written).min ?? 0), 0);
    if (least > 1 + 1e-9)
      report(["limits", field], `asks for at least ${Math.round(least * 100)}% together; lower one of them`);
  }
  const floor = limits.floor_per_channel === undefined ? 0 : partOf(limits.floor_per_channel);
  if (floor * channels.length > 1 + 1e-9)
    report(
      ["limits", "floor_per_channel"],
      `is ${percent(floor)} for each of ${channels.length} channels; lower it`,
    );
}
