import { describe, expect, it } from "vitest";
import { fatesOf } from "../../src/brief/reader/draft.ts";
import { readText } from "../../src/brief/reader/read-text.ts";

const today = "2026-11-24";
const brief = "Display in Germany for acme.example, EUR 50,000, 1 to 31 March 2027, awareness.";
/** What no field holds, in the shapes that such words have. */
const words = [
  "zeppelins",
  "BetBanner",
  "X",
  "IG",
  "ROAS 5",
  "brand lift",
  "geofencing",
  "SOV 30%",
  "QR codes",
];

/** Whether a word of the text is taken, asked about or listed as not taken over. */
async function hasFate(text: string, word: string): Promise<boolean> {
  const draft = await readText({ text, today });
  const start = text.indexOf(word);
  return (
    fatesOf(draft).some((fate) => fate.start < start + word.length && start < fate.end) ||
    draft.questions.some((question) => word.split(" ").some((part) => question.text.includes(part)))
  );
}

describe("what no field holds is never dropped without a word", () => {
  it.each([
    "Thanks, … too.",
    "Best …",
    "Cheers!\n…",
    "Notes: …",
    "Team …",
    "Please add ….",
    "…: yes",
    "Hello …",
  ])("in a sentence of courtesy or a line of its own: %j", async (frame) => {
    for (const word of words) {
      const added = frame.replace("…", word);
      expect(await hasFate(`${brief}\n${added}`, word), word).toBe(true);
      expect(await hasFate(`${added}\n${brief}`, word), word).toBe(true);
    }
  });

  it.each([
    "Display and … in Germany for acme.example, EUR 50,000, 1 to 31 March 2027.",
    "… and display in Germany for acme.example, EUR 50,000, 1 to 31 March 2027.",
    "Display in Germany for acme.example with …, EUR 50,000, 1 to 31 March 2027.",
    "Display in Germany for acme.example, EUR 50,000 incl. …, 1 to 31 March 2027.",
    "Display in Germany for acme.example, EUR 50,000 for …, 1 to 31 March 2027.",
    "Display in Germany for acme.example, EUR 50,000, 1 to 31 March 2027. CPM cap EUR 9 on ….",
  ])("among what was read: %j", async (frame) => {
    for (const word of words.filter((one) => one !== "brand lift"))
      expect(await hasFate(frame.replace("…", word), word), word).toBe(true);
  });

  it.each([
    ["Keep an eye on BetBanner (betbanner.example).", "BetBanner"],
    ["Creative by Studio Nord, studio-nord.example.", "Studio Nord"],
    ["Sponsored by Zepp Air - zepp.example", "Zepp Air"],
  ])("beside a domain that is not the brand's: %j", async (added, word) => {
    expect(await hasFate(`${brief}\n${added}`, word)).toBe(true);
  });

  it.each([
    ["Best Zeppelin", ""],
    ["Thanks Zeppelin", ""],
    ["Danke Zeppelin.", ""],
    ["Zeppelin", "\n\nBest regards\nKim"],
    ["Cheers\nZeppelin", "\nMore to come on Monday."],
    ["Hello Zeppelin", "\n\nThanks"],
  ])("a word with a capital, where no name of a person stands: %j", async (added, behind) => {
    const draft = await readText({ text: `${brief}\n${added}${behind}`, today });
    expect(draft.untaken.map(({ text }) => text).join()).toContain("Zeppelin");
  });

  it("leaves greetings and names of people out", async () => {
    const text = `Hi Kim,\n\n${brief}\n\nMany thanks\nJean-Luc Meyer`;
    expect((await readText({ text, today })).untaken).toEqual([]);
  });
});

it("calls a campaign by its first line, without the domain beside a name", async () => {
  const text = "Marrow & Pine (marrow.example) spring launch\nDisplay in Germany, EUR 50,000, March 2027";
  expect((await readText({ text, today })).name?.value).toBe("Marrow & Pine spring launch");
});
