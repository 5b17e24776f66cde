import { describe, expect, test } from "vitest";
import { findDates } from "../../src/brief/grammar/dates.ts";
import { inEnglish } from "../../src/brief/grammar/question.ts";

const read = (text: string) =>
  findDates(text, "2026-11-21").map((span) => {
    if (span.type === "day") return span.day;
    return span.type === "period" ? `${span.first}..${span.last}` : inEnglish(span.problem);
  });

describe("a date", () => {
  test.each([
    ["2027-01-18", "2027-01-18"],
    ["18 January 2027", "2027-01-18"],
    ["the 18th of January, 2027", "2027-01-18"],
    ["March 5 2027", "2027-03-05"],
    ["to 28 Feb 2027", "2027-02-28"],
    ["18.1.2027", "2027-01-18"],
    ["Jan 18 - Feb 28, 2027", "2027-01-18..2027-02-28"],
    ["18 January 2027 to 28 February", "2027-01-18..2027-02-28"],
    ["Dec 15 - Jan 31, 2027", "2026-12-15..2027-01-31"],
    ["18–28 January 2027", "2027-01-18..2027-01-28"],
    ["Jan 18 – 28, 2027", "2027-01-18..2027-01-28"],
    ["between 18 January and 28 February 2027", "2027-01-18..2027-02-28"],
    ["vom 18. Januar bis 28. Februar 2027", "2027-01-18..2027-02-28"],
    ["18.01.–28.02.2027", "2027-01-18..2027-02-28"],
    ["du 1er février au 31 mars 2027", "2027-02-01..2027-03-31"],
    ["del 18 de enero al 28 de febrero de 2027", "2027-01-18..2027-02-28"],
    ["February 2028", "2028-02-01..2028-02-29"],
    ["January to March 2027", "2027-01-01..2027-03-31"],
    ["Q1 2027", "2027-01-01..2027-03-31"],
    ["dal primo settembre al trentuno ottobre 2027", "2027-09-01..2027-10-31"],
    ["the first of March 2027 to the eleventh of April", "2027-03-01..2027-04-11"],
    ["dia primeiro de março de 2027", "2027-03-01"],
    ["vom ersten bis einundzwanzigsten März 2027", "2027-03-01..2027-03-21"],
    ["01.-14.03.2027", "2027-03-01..2027-03-14"],
    ["6-26.09.2027", "2027-09-06..2027-09-26"],
    ["1. Quartal 2027", "2027-01-01..2027-03-31"],
    ["premier trimestre 2027", "2027-01-01..2027-03-31"],
    ["H1 2027", "2027-01-01..2027-06-30"],
    ["3/15/2027 – 4/5/2027", "2027-03-15..2027-04-05"],
    ["01/02/2027 - 28/02/2027", "2027-02-01..2027-02-28"],
    ["1.2.2027", "2027-02-01"],
    ["18.01.27", "2027-01-18"],
    ["KW 5-8 2027", "2027-02-01..2027-02-28"],
    ["KW 50 2026 bis KW 1 2027", "2026-12-07..2027-01-10"],
    ["semaines 14 à 17 2027", "2027-04-05..2027-05-02"],
    ["KW 53 2026", "2026-12-28..2027-01-03"],
    ["Q1 '27", "2027-01-01..2027-03-31"],
    ["secondo trimestre 2027", "2027-04-01..2027-06-30"],
    ["tweede kwartaal 2027", "2027-04-01..2027-06-30"],
    ["II kwartał 2027", "2027-04-01..2027-06-30"],
    ["segundo trimestre de 2027", "2027-04-01..2027-06-30"],
    ["andra kvartalet 2027", "2027-04-01..2027-06-30"],
    ["marzec 2027", "2027-03-01..2027-03-31"],
    ["vecka 10 till 14 2027", "2027-03-08..2027-04-11"],
    ["entre el 1 de marzo y el 30 de abril de 2027", "2027-03-01..2027-04-30"],
    ["mellan den 1 mars och den 30 april 2027", "2027-03-01..2027-04-30"],
    ["05-Apr-2027", "2027-04-05"],
    ["3/8/27 - 4/30/27", "2027-03-08..2027-04-30"],
    ["15/3–18/4 2027", "2027-03-15..2027-04-18"],
    ["1st March '27 - 18th April '27", "2027-03-01..2027-04-18"],
    ["2027-03-01/2027-04-18", "2027-03-01..2027-04-18"],
    ["Monday 01/03/2027", "2027-03-01"],
    ["mån 1 mars – sön 18 april 2027", "2027-03-01..2027-04-18"],
    ["von Montag, dem 1. März 2027, bis Sonntag, dem 18. April 2027", "2027-03-01..2027-04-18"],
    ["od 1 marca do 18 kwietnia 2027 włącznie", "2027-03-01..2027-04-18"],
    ["2027-04-05 till och med 2027-05-16", "2027-04-05..2027-05-16"],
    ["v. 10 till v. 15 2027", "2027-03-08..2027-04-18"],
    ["KW 14 bis 19/2027", "2027-04-05..2027-05-16"],
    ["maart en april 2027", "2027-03-01..2027-04-30"],
    ["cały maj i czerwiec 2027", "2027-05-01..2027-06-30"],
    ["mai et juin 2027", "2027-05-01..2027-06-30"],
    ["maj och juni 2027", "2027-05-01..2027-06-30"],
    ["March, April and May 2027", "2027-03-01..2027-05-31"],
    ["w kwietniu 2027", "2027-04-01..2027-04-30"],
  ])("is read from %s", (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test.each([
    ["01/02/2027", "can be 2027-01-02 or 2027-02-01"],
    ["3/4 - 5/6 2027", "can be read as day and month or as month and day"],
    ["Tuesday 01/03/2027", "can be 2027-01-03 or 2027-03-01"],
    ["Tuesday 1 March 2027", "is no Tuesday"],
    ["1 March to Monday 18 April 2027", "is no Monday"],
    ["18/01/27", "has a year of two digits"],
    ["January", "names a month without its year and days"],
    ["Q4", "has no year and would have begun on 2026-10-01 already"],
    ["1 November - 24 December", "has no year and would have begun on 2026-11-01 already"],
    ["Q1 FY27", "counts from the start of a fiscal year, which the text does not give"],
    ["fiscal Q2", "counts from the start of a fiscal year, which the text does not give"],
    ["KW 53 2027", "is not a day of the calendar"],
    ["mid-January to end of March 2027", "does not name a day"],
    ["weeks 5-8 2027", "is a number of weeks, which are counted in more than one way"],
    ["31 February 2027", "is not a day of the calendar"],
    ["2027-02-30", "is not a day of the calendar"],
    ["30 January 2027 to 2 January 2027", "ends before it starts"],
  ])("is not guessed from %s", (text, problem) => {
    expect(read(text)).toEqual([problem]);
  });

  test.each([
    ["18 January", "2027-01-18"],
    ["22 November", "2026-11-22"],
    ["Jan 18 - Feb 28", "2027-01-18..2027-02-28"],
    ["15 December to 31 January", "2026-12-15..2027-01-31"],
    ["Q1", "2027-01-01..2027-03-31"],
    ["KW 3", "2027-01-18..2027-01-24"],
  ])("without a year is the next one that lies ahead: %s", (text, expected) => {
    expect(findDates(text, "2026-11-21")).toMatchObject([{ assumedYear: true }]);
    expect(read(text)).toEqual([expected]);
  });

  test("has its month first between slashes where Americans write", () => {
    expect(findDates("4/5/2027", "2026-11-21", "month-first")).toMatchObject([{ day: "2027-04-05" }]);
    expect(findDates("4/5/2027", "2026-11-21")).toMatchObject([{ type: "unclear" }]);
  });

  test.each(["24h a day for 18 months", "we may march on", "250,000 EUR", "1.2 million"])(
    "is not seen in %s",
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );
});

test("a dash at the head of a line begins an item, and is no range", () => {
  expect(read("der Bescheid kommt im Dezember 2026\n– 2. bis 24. April 2027")).toEqual([
    "2026-12-01..2026-12-31",
    "2027-04-02..2027-04-24",
  ]);
});
