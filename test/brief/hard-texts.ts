/** Briefs of words that the reader knows, which can be cut up in endless ways: each word stands in two of its lists, or in two phrases. */
export const hardTexts = [
  "a.".repeat(34),
  "a-".repeat(34),
  "and also some media and any other and both and some media and any ".repeat(2),
  // Words that two lists share, between two channels.
  `TV ${"and/or ".repeat(34)}zebra radio`,
  // Weekdays that may end in a full stop, between two days.
  `1 March - ${"mo. di. do. ".repeat(40)}zebra 5 April 2027`,
  // Little words before an amount.
  `we have ${"a total of the total a ".repeat(30)}zebra 50,000 EUR`,
  `at most ${"is to be the a e en ".repeat(30)}zebra 40% TV`,
  // A long word before and behind a fee.
  `agency fee ${"x".repeat(380)} 10% of ${"y".repeat(380)}`,
  `agency fee ${"x'".repeat(190)} 10% of ${"y’".repeat(190)}`,
  `Thanks ${"best wishes team and all the best ".repeat(30)}zebra`,
];
