/** People who live in a country, so that a reach can be checked. */
export const populationSource = "World Bank, 2019";

/** The people of all of `countries`; undefined where one of them is not in the table. */
export function populationOf(countries: readonly string[]): number | undefined {
  let total = 0;
  for (const country of new Set(countries)) {
    const known = thousands[country];
    if (known === undefined) return undefined;
    total += known * 1000;
  }
  return total > 0 ? total : undefined;
}

/** Thousands of people by ISO 3166-1 alpha-2. */
const thousands: Readonly<Record<string, number>> = {
  AE: 9_771,
  AR: 44_939,
  AT: 8_877,
  AU: 25_364,
  BE: 11_484,
  BG: 6_976,
  BR: 211_050,
  CA: 37_589,
  CH: 8_575,
  CL: 18_952,
  CN: 1_397_715,
  CO: 50_339,
  CZ: 10_670,
  DE: 83_133,
  DK: 5_819,
  EE: 1_327,
  EG: 100_388,
  ES: 47_077,
  FI: 5_520,
  FR: 67_060,
  GB: 66_834,
  GR: 10_716,
  HK: 7_507,
  HR: 4_068,
  HU: 9_770,
  ID: 270_626,
  IE: 4_941,
  IL: 9_053,
  IN: 1_366_418,
  IS: 361,
  IT: 60_297,
  JP: 126_265,
  KR: 51_709,
  LT: 2_787,
  LU: 620,
  LV: 1_913,
  MT: 503,
  MX: 127_576,
  MY: 31_950,
  NG: 200_964,
  NL: 17_333,
  NO: 5_348,
  NZ: 4_917,
  PE: 32_510,
  PH: 108_117,
  PL: 37_971,
  PT: 10_269,
  RO: 19_357,
  RS: 6_945,
  SA: 34_269,
  SE: 10_285,
  SG: 5_704,
  SI: 2_088,
  SK: 5_454,
  TH: 69_626,
  TR: 83_430,
  UA: 44_385,
  US: 328_240,
  VN: 96_462,
  ZA: 58_558,
};
