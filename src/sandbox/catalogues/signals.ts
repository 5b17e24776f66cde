/** An audience that the signals agent offers. */
export interface SignalListing {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: "marketplace" | "custom" | "owned";
  readonly provider: string;
  /** Percent of the agent's population. */
  readonly coverage: number;
  readonly countries: readonly string[];
  /** Per 1,000 impressions; absent for own data, which costs nothing. */
  readonly cpm?: number;
  readonly currency: "EUR" | "USD" | "GBP";
  /** Simulated minutes from activation until it is live. */
  readonly minutes: number;
  /** Its provider cannot deliver it: every activation fails. */
  readonly broken?: boolean;
}

const europe = ["DE", "AT", "CH", "FR", "NL", "BE", "SE", "DK", "NO", "FI", "IT", "ES", "PL", "GB"];
const dach = ["DE", "AT", "CH"];

/** Platforms that signals can be sent to. */
export const platforms = ["northbeam-dsp", "openlane-dsp", "plaza-social"] as const;

/** Destinations that public suites name; what is activated there is live at once. */
export const suiteDestinations: readonly string[] = [
  "the-trade-desk",
  "pinnacle-dsp",
  "https://wonderstruck.salesagents.example",
];

export const signals: readonly SignalListing[] = [
  {
    id: "sb_ferry_panel",
    name: "Ferry travellers, panel",
    description: "Questionnaire panel of ferry travellers; its provider cannot deliver it at present",
    type: "custom",
    provider: "Sandbox Panels",
    coverage: 0.1,
    countries: ["NO"],
    cpm: 4,
    currency: "EUR",
    minutes: 60,
    broken: true,
  },
  {
    id: "hz_ev_intenders",
    name: "Electric car intenders",
    description: "Adults who compared electric or hybrid cars in the last 30 days",
    type: "marketplace",
    provider: "Horizon Data",
    coverage: 4.2,
    countries: europe,
    cpm: 2.4,
    currency: "EUR",
    minutes: 0,
  },
  {
    id: "hz_suv_owners",
    name: "SUV and family car owners",
    description: "Households that own an SUV or a van",
    type: "marketplace",
    provider: "Horizon Data",
    coverage: 11.5,
    countries: europe,
    cpm: 1.6,
    currency: "EUR",
    minutes: 0,
  },
  {
    id: "hz_home_movers",
    name: "Home movers",
    description: "Moved house or signed a lease within three months",
    type: "marketplace",
    provider: "Horizon Data",
    coverage: 2.9,
    countries: dach,
    cpm: 3.1,
    currency: "EUR",
    minutes: 120,
  },
  {
    id: "hz_new_parents",
    name: "Parents of young children",
    description: "Households with a child under four",
    type: "marketplace",
    provider: "Horizon Data",
    coverage: 6.8,
    countries: europe,
    cpm: 2.1,
    currency: "EUR",
    minutes: 60,
  },
  {
    id: "mt_running",
    name: "Runners and cyclists",
    description: "Endurance sport at least weekly: running, cycling, triathlon",
    type: "marketplace",
    provider: "Motiva Panels",
    coverage: 9.4,
    countries: europe,
    cpm: 1.9,
    currency: "EUR",
    minutes: 0,
  },
  {
    id: "mt_outdoor",
    name: "Outdoor and hiking",
    description: "Buyers of outdoor clothing and hiking gear",
    type: "marketplace",
    provider: "Motiva Panels",
    coverage: 12.1,
    countries: europe,
    cpm: 1.4,
    currency: "EUR",
    minutes: 0,
  },
  {
    id: "mt_coffee",
    name: "Coffee lovers",
    description: "Buyers of whole beans, espresso machines and speciality coffee",
    type: "marketplace",
    provider: "Motiva Panels",
    coverage: 7.7,
    countries: europe,
    cpm: 1.5,
    currency: "EUR",
    minutes: 30,
  },
  {
    id: "mt_plant_based",
    name: "Plant-based food buyers",
    description: "Regular buyers of oat drink, tofu and meat alternatives",
    type: "marketplace",
    provider: "Motiva Panels",
    coverage: 5.3,
    countries: dach,
    cpm: 1.8,
    currency: "EUR",
    minutes: 30,
  },
  {
    id: "rg_grocery_heavy",
    name: "Heavy grocery shoppers",
    description: "Top fifth of loyalty card spend on groceries",
    type: "marketplace",
    provider: "Regal Retail Insights",
    coverage: 18.0,
    countries: ["GB"],
    cpm: 1.2,
    currency: "GBP",
    minutes: 0,
  },
  {
    id: "rg_premium_beauty",
    name: "Premium beauty buyers",
    description: "Bought cosmetics above GBP 30 in the last quarter",
    type: "marketplace",
    provider: "Regal Retail Insights",
    coverage: 6.1,
    countries: ["GB"],
    cpm: 2.2,
    currency: "GBP",
    minutes: 240,
  },
  {
    id: "lk_it_decision",
    name: "IT decision makers",
    description: "Technology leads in companies above 200 people",
    type: "marketplace",
    provider: "Linkwell B2B",
    coverage: 1.1,
    countries: [...europe, "US"],
    cpm: 6.5,
    currency: "USD",
    minutes: 0,
  },
  {
    id: "lk_small_business",
    name: "Small business owners",
    description: "Owners and managers of companies below 50 people",
    type: "marketplace",
    provider: "Linkwell B2B",
    coverage: 3.6,
    countries: [...europe, "US"],
    cpm: 4.2,
    currency: "USD",
    minutes: 60,
  },
  {
    id: "lk_frequent_flyers",
    name: "Frequent flyers",
    description: "Business and leisure travellers with more than six flights a year",
    type: "marketplace",
    provider: "Linkwell B2B",
    coverage: 2.4,
    countries: [...europe, "US"],
    cpm: 3.8,
    currency: "USD",
    minutes: 0,
  },
  {
    id: "sb_light_tv",
    name: "Light TV viewers",
    description: "Custom: households below 30 minutes of linear TV a day, for reach that television misses",
    type: "custom",
    provider: "Sandbox Signals",
    coverage: 21.0,
    countries: europe,
    cpm: 0.9,
    currency: "EUR",
    minutes: 90,
  },
  {
    id: "sb_weather_sun",
    name: "Sunny weekend regions",
    description: "Custom: regions with a sunny forecast for the weekend",
    type: "custom",
    provider: "Sandbox Signals",
    coverage: 34.0,
    countries: europe,
    cpm: 0.5,
    currency: "EUR",
    minutes: 0,
  },
  {
    id: "own_site_visitors",
    name: "Own site visitors",
    description: "Owned: visited the advertiser's site in the last 30 days",
    type: "owned",
    provider: "First party",
    coverage: 0.8,
    countries: [...europe, "US"],
    currency: "EUR",
    minutes: 15,
  },
  {
    id: "own_customers",
    name: "Existing customers",
    description: "Owned: active customers, for suppression or loyalty",
    type: "owned",
    provider: "First party",
    coverage: 1.9,
    countries: [...europe, "US"],
    currency: "EUR",
    minutes: 15,
  },
];
