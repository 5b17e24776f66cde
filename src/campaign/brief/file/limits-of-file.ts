import { sellerHost, whyUnclear } from "../../../lib/address.ts";
import type { Money } from "../../../lib/money.ts";
import type { Limits, Shares } from "../../model/brief.ts";
import type { BriefFile } from "./brief-schema.ts";
import { toMoney, toShare } from "./money-of-file.ts";
import type { Report } from "./problem.ts";

type FileLimits = NonNullable<BriefFile["limits"]>;

/** The limits of `brief.yaml`. Undefined only where something was reported. */
export function toLimits(
  { limits: file = {}, countries }: BriefFile,
  budget: Money | undefined,
  report: Report,
): Limits | undefined {
  const maxCpm =
    file.max_cpm === undefined
      ? undefined
      : toMoney(file.max_cpm, ["limits", "max_cpm"], "18.00 EUR", report);
  if (file.max_cpm !== undefined && maxCpm === undefined) return undefined;
  if (maxCpm && budget && maxCpm.currency !== budget.currency)
    report(
      ["limits", "max_cpm"],
      `is in ${maxCpm.currency}; write it in ${budget.currency}, the budget's currency`,
    );
  const threshold = file.reallocation_threshold;
  const reallocationThreshold =
    threshold === undefined
      ? undefined
      : toMoney(threshold, ["limits", "reallocation_threshold"], "10,000 EUR", report);
  if (threshold !== undefined && reallocationThreshold === undefined) return undefined;
  if (reallocationThreshold && budget && reallocationThreshold.currency !== budget.currency)
    report(
      ["limits", "reallocation_threshold"],
      `is in ${reallocationThreshold.currency}; write it in ${budget.currency}, the budget's currency`,
    );
  const { max_packages: maxPackages, min_sellers: minSellers, max_sellers: maxSellers } = file;
  if (minSellers !== undefined && maxSellers !== undefined && minSellers > maxSellers)
    report(["limits", "min_sellers"], `is ${minSellers}, more than max_sellers, ${maxSellers}`);
  if (minSellers !== undefined && maxPackages !== undefined && minSellers > maxPackages)
    report(
      ["limits", "min_sellers"],
      `is ${minSellers}, more than max_packages, ${maxPackages}: each seller needs one`,
    );
  const maxSharePerSeller = toShare(file.max_share_per_seller, ["limits", "max_share_per_seller"], report);
  const minGuaranteedShare = toShare(file.min_guaranteed_share, ["limits", "min_guaranteed_share"], report);
  const channelShares = file.channel_shares && toShares(file.channel_shares, "channel_shares", report);
  const countryShares = file.country_shares && toShares(file.country_shares, "country_shares", report);
  for (const country of Object.keys(file.country_shares ?? {}))
    if (!countries.includes(country))
      report(["limits", "country_shares", country], "is not among the brief's countries");
  return {
    ...(maxCpm && { maxCpm }),
    ...(maxSharePerSeller !== undefined && { maxSharePerSeller }),
    excludedSellers: toSellers(file.excluded_sellers ?? [], "excluded_sellers", report),
    ...(file.only_sellers && {
      onlySellers: toSellers(file.only_sellers, "only_sellers", report),
    }),
    ...(channelShares && { channelShares }),
    ...(countryShares && { countryShares }),
    ...(minGuaranteedShare !== undefined && { minGuaranteedShare }),
    ...(maxPackages !== undefined && { maxPackages }),
    ...(minSellers !== undefined && { minSellers }),
    ...(maxSellers !== undefined && { maxSellers }),
    ...(reallocationThreshold && { reallocationThreshold }),
  };
}

/** Domains in one spelling; what has spaces between its words is a name, and stays as it is. */
function toSellers(list: readonly string[], field: string, report: Report): string[] {
  return list.map((written, i) => {
    const words = written.trim().split(/ +/);
    const problem = whyUnclear(words.join(""));
    if (problem !== undefined) report(["limits", field, i], problem);
    return words.length === 1 ? sellerHost(written) : words.join(" ");
  });
}

function toShares(
  file: NonNullable<FileLimits["channel_shares"] | FileLimits["country_shares"]>,
  field: string,
  report: Report,
): Shares {
  const shares = Object.entries(file).map(([name, written]) => {
    const path = ["limits", field, name];
    const min = toShare(written.min, [...path, "min"], report);
    const max = toShare(written.max, [...path, "max"], report);
    if (min !== undefined && max !== undefined && min > max)
      report([...path, "min"], `is ${written.min}, more than the most, ${written.max}`);
    return [name, { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }] as const;
  });
  const least = shares.reduce((total, [, { min = 0 }]) => total + min, 0);
  if (least > 1 + 1e-9)
    report(["limits", field], `asks for at least ${Math.round(least * 100)}% together; lower one of them`);
  return Object.fromEntries(shares);
}
