/** Fields of a brief.yaml as people call them. */
const fields: Readonly<Record<string, string>> = {
  name: "Name",
  brand: "Brand",
  "brand.domain": "Brand",
  objective: "Objective",
  budget: "Budget",
  fees: "Fees",
  insertion_order_total: "Insertion order total",
  "flight.start": "First day",
  "flight.end": "Last day",
  channel_flights: "Dates of channels",
  flights: "Bursts",
  countries: "Countries",
  "places.include.regions": "Regions",
  "places.include.cities": "Cities",
  "places.include.metros": "Metro areas",
  "places.include.postal_areas": "Postal areas",
  "places.exclude.regions": "Regions left out",
  "places.exclude.cities": "Cities left out",
  "places.exclude.metros": "Metro areas left out",
  "places.exclude.postal_areas": "Postal areas left out",
  channels: "Channels",
  audience: "Target group",
  demographics: "Age and gender",
  minimum_age: "Minimum age",
  universe: "Size of the target group",
  kpi: "KPI",
  frequency: "Frequency",
  frequency_cap: "Frequency cap",
  languages: "Languages",
  devices: "Devices",
  dayparts: "Dayparts",
  pacing: "Pacing",
  "measurement.viewability": "Viewability",
  "measurement.completion": "Completion",
  "content.avoid": "Brand-safety exclusions",
  "limits.max_cpm": "Max. CPM",
  "limits.max_share_per_seller": "Max. share per vendor",
  "limits.excluded_sellers": "Vendors left out",
  "limits.excluded_channels": "Channels left out",
  "limits.only_sellers": "Vendors to buy from",
  "limits.channel_shares": "Shares by channel",
  "limits.floor_per_channel": "Floor per channel",
  "limits.country_shares": "Shares by country",
  "limits.region_shares": "Shares by region",
  "limits.min_guaranteed_share": "Least guaranteed",
  "limits.test_share": "Test share",
  "limits.max_packages": "Most packages",
  "limits.min_sellers": "Fewest vendors",
  "limits.max_sellers": "Most vendors",
  creatives: "Creatives",
  message: "Message",
  spend: "Money that would miss the KPI",
  soft: "Preferences",
  ruled_out: "Left out",
};

/** Values of a brief.yaml as people call them. */
const values: Readonly<Record<string, string>> = {
  all: "all of it spent",
  to_target: "kept",
  "front-loaded": "more at the beginning",
  "back-loaded": "more at the end",
  ctv: "TV sets",
  dooh: "digital out of home",
  female: "women",
  male: "men",
  none: "leave it out",
};

/** Words that are none of these are left as they are. */
export function codeIn(named: Readonly<Record<string, string>>, words: string): string {
  const meant = words.trim().toLowerCase();
  return Object.entries(named).find(([, said]) => said.toLowerCase() === meant)?.[0] ?? words;
}

export const briefInEnglish = {
  title: "New brief",
  lead: "Upload a brief as you received it, or write it in your own words. It is read here; no vendor is asked.",
  file: "A file: Word, Excel, PowerPoint, PDF, an e-mail, a web page, text or a brief.yaml; 10 MB at most",
  text: "Or the brief in your own words",
  read: "Read it",
  readDocument: "What I have written is a brief.yaml",
  neither: "Choose a file or write the brief.",
  /** A field of a brief.yaml in words; by its own name where it has none here. */
  named: (field: string) => fields[field] ?? field,
  /** A value of a brief.yaml in words, and what somebody has written in these words as it stands there. */
  valued: (code: string) => values[code] ?? code,
  codeOf: (words: string) => codeIn(values, words),
  times: (times: string, per: string) => `${times} per ${per}`,
  ages: (from: string | undefined, to: string | undefined) =>
    from === undefined ? `up to ${to}` : to === undefined ? `${from} and older` : `${from} to ${to}`,
  range: (least: string | undefined, most: string | undefined) =>
    [least && (least === most ? least : `at least ${least}`), most !== least && most && `at most ${most}`]
      .filter(Boolean)
      .join(", "),
  /** Fields that a person may add. */
  fields: Object.keys(fields).filter((field) => field !== "brand.domain" && field !== "ruled_out"),
  counted: (kept: number, asked: number, lost: number) =>
    [
      `${kept + asked + lost} requirements: ${kept} kept`,
      ...(asked > 0 ? [`${asked} to answer`] : []),
      ...(lost > 0 ? [`${lost} not understood`] : []),
    ].join(", "),
  source: "The text",
  sourceLead: "Marked words became a requirement, or may be one. Click them to see which.",
  marks: { kept: "kept", asked: "to answer", lost: "not understood" },
  requirements: "The requirements",
  questions: "To answer",
  suchAs: (values: string) => `such as ${values}`,
  keep: (current: string) => `(“keep” keeps ${current})`,
  lost: "Not understood",
  lostLead:
    "These words look like a requirement, and no field keeps them. Choose what each is, or set it aside.",
  useAs: "Use it as",
  inWords: "In these words",
  leaveOpen: "decide later",
  setAside: "set it aside",
  kept: "Kept",
  from: (words: string) => `“${words}”`,
  changeOne: "Change",
  changed: (name: string) => `${name}, in your words; “none” leaves it out`,
  add: "Add a requirement",
  addField: "What it is about",
  addWords: "In your words",
  maybe: "Other sentences",
  background: "Quoted text and headers",
  order: "Instructions to a machine, not followed",
  courtesies: (words: number) =>
    words === 1 ? "1 word of greetings and names" : `${words} words of greetings and names`,
  apply: "Apply",
  change: "Change the brief",
  problems: "Problems",
  feasibility: "What the money can buy",
  document: "As a file: brief.yaml",
  check: "Check it again",
  ready: "The brief is complete.",
  compare: "Compare vendors",
  compareLead: "Vendors are asked for offers; nothing is bought.",
  plan: "Make a plan",
  start: "Start the campaign",
  startLead:
    "It is planned and bought under your policies: what needs a person's approval waits in the inbox, everything else is ordered.",
  startPlannedLead:
    "This plan is bought as it is, as long as its offers are no more than a day old. What needs a person's approval under your policies waits in the inbox, everything else is ordered.",
  startWord: "START",
  typeStart: "Type START to confirm",
  startRefused: "Nothing was started: type START.",
  comparing: "Comparing vendors",
  planning: "Making a plan",
  planned: "The plan is ready; nothing is bought.",
  starting: "Starting the campaign",
  started: "The campaign is running; what needs a person's approval waits in the inbox.",
  compared: (offers: number) => `${offers} offers were compared.`,
};

export type BriefWords = typeof briefInEnglish;
