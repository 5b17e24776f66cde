import { z } from "zod";
import { sellerHost, whyUnclear } from "../../lib/address.ts";
import { channels } from "../../protocol/records/product.ts";
import { reallocations } from "../brief.ts";
import { amount, leastAndMost, share, shareOrNone } from "./amount.ts";
import { codecs } from "./codec.ts";
import { country, list, optional, text } from "./field.ts";

/** A seller: domains come to be in one spelling; what has spaces between its words is a name, and stays as it is. */
const seller = text.clone().register(codecs, {
  read: (written, refuse) => {
    const words = written.split(/ +/);
    const problem = whyUnclear(words.join(""));
    if (problem !== undefined) refuse(problem);
    return words.length === 1 ? sellerHost(written) : words.join(" ");
  },
  write: (value) => value,
});

const count = z.int().positive();

/** The limits of `brief.yaml`. */
export const limits = z.strictObject({
  max_cpm: optional(amount, "Max. CPM, in the budget's currency.", "18.00 EUR"),
  max_share_per_seller: optional(
    share,
    "Largest part of the budget for one seller: a percentage or a fraction of 1.",
    "40%",
    0.4,
  ),
  excluded_sellers: optional(
    z.array(seller),
    "Sellers that get nothing, by domain or by the name that the registry has for them.",
    ["seller.example"],
  ),
  excluded_channels: optional(
    list(z.enum(channels)),
    "Channels that an offer may not run on either, beside one that is wanted.",
    ["social"],
  ),
  only_sellers: optional(
    list(seller),
    "The sellers that are bought from and no others, by domain or by the registry's name for them.",
    ["seller.example", "Metropol Screens"],
  ),
  channel_shares: optional(
    z.partialRecord(z.enum(channels), leastAndMost),
    "Least and most of the budget for a channel: percentages or fractions of 1.",
    { ctv: { min: "20%", max: "50%" } },
    { ctv: "20-50%" },
  ),
  floor_per_channel: optional(
    shareOrNone,
    "Least of the budget for each channel that is named and has no line in channel_shares, where anything may be bought there; 0% sets aside what the desk's settings have.",
    "5%",
  ),
  country_shares: optional(
    z.record(country, leastAndMost),
    "Least and most of the budget for a country. A product that runs in several is bought for each by itself where its seller can keep it there; else it counts for the most of each and for the least of none.",
    { AT: { min: "20%" } },
  ),
  region_shares: optional(
    z.record(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/), leastAndMost),
    "The same for a region, as ISO 3166-2: one of places.include.regions, where there are some.",
    { "DE-BY": { min: "30%" } },
  ),
  city_shares: optional(
    z.record(text, leastAndMost),
    "The same for a city of places.include.cities, by its name there.",
    { Hamburg: { min: "60%" } },
  ),
  min_guaranteed_share: optional(share, "Least part of the budget for guaranteed delivery.", "50%"),
  test_share: optional(
    share,
    "Part of the budget, no less and no more, for sellers that were never bought from here; without effect where all or none of those with offers were.",
    "10%",
  ),
  max_packages: optional(count, "Most packages in the plan.", 8),
  least_per_line: optional(
    amount,
    "Least that a package gets, of each burst and place: what has room for less is not bought.",
    "500 EUR",
  ),
  round_to: optional(
    amount,
    "Amounts of packages are whole steps of this, by largest remainder. What is over stays unallocated, and a price for all at once or a minimum is paid as it is.",
    "100 EUR",
  ),
  min_sellers: optional(count, "Least sellers that are bought from.", 2),
  max_sellers: optional(count, "Most sellers that are bought from.", 5),
  reallocation: optional(
    z.enum(reallocations),
    "Whether money moves between running lines: off, as a question to a person (propose), or inside reallocation_threshold without one (within). Where absent, within where there is a threshold, else propose.",
    "within",
  ),
  reallocation_threshold: optional(
    amount,
    "What may be moved between running lines within a week without a person, in the budget's currency: 10 % of the budget where reallocation is within and nothing is said of how much.",
    "10,000 EUR",
  ),
});
