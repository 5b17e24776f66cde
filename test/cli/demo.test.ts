import { existsSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { textWidth } from "../../src/report/blocks/terminal-text.ts";
import { atLength } from "../depth.ts";
import { temporaryFolder } from "./flightdesk.ts";
import { atTerminal, noTerminal, withoutTerminal } from "./terminal.ts";

// The one test of the whole tour: a campaign of 46 days, so it takes longer than others.
it.runIf(atLength && noTerminal === undefined)(
  `demo: a person approves, watches, changes a buy and gets a statement, in 80 columns ${noTerminal ?? ""}`,
  async () => {
    using home = temporaryFolder();
    const { code, shown } = await atTerminal(
      { command: "stty cols 80; flightdesk demo", environment: { FLIGHTDESK_HOME: home.path } },
      [
        { at: "Enter: ask", text: "" },
        { at: "Type the total", text: "12" },
        { at: "Type the total", text: "112,000.00" },
        { at: "Enter: watch the first", text: "" },
        { at: "A number", text: "nine" },
        { at: "A number", text: "4" },
        { at: "Enter: watch what", text: "" },
      ],
    );
    const text = stripVTControlCharacters(shown).replaceAll("\r", "");
    expect(code, text).toBe(0);
    for (const line of text.split("\n"))
      expect([line, textWidth(line)]).toEqual([line, expect.toSatisfy((width: number) => width <= 80)]);
    expect(text.replace(/\s+/g, " ")).toContain(
      "buy/harbour.example/EUR: a person is asked: house-rules.yaml (ask-above-100k)",
    );
    expect(text).toContain('nothing is approved: "12" is not the total, EUR 112,000.00');
    expect(text).toContain("harbour.example: EUR 112,000.00 bought");
    expect(text.match(/^ {2}2027-01-2\d .* impressions$/gm)).toHaveLength(10);
    expect(text).toMatch(/budget of \w+: EUR ([\d,.]+) -> EUR [\d,.]+/);
    expect(text).toMatch(/reallocation 2027-02-01: \d lines/);
    expect(text).toMatch(/^ {2}[A-Z][\w -]+, [\w-]+\.\w+…? +EUR [\d,.]+ -> EUR/m);
    expect(text).toMatch(/Statement for 2027-02\n {2}Package +Ordered +Spent Variance/);
    for (const paper of ["report.html", "statement-2027-02.xlsx"])
      expect(existsSync(join(home.path, "demo", paper))).toBe(true);
  },
);

it("demo without a terminal says what it needs, and begins nothing", async () => {
  using home = temporaryFolder();
  const command = `flightdesk demo --home ${home.path}`;
  const { code, shown } = await withoutTerminal({ command });
  expect(shown).toContain("the tour is not begun: a person does that at a terminal");
  expect(code).toBe(2);
  expect(existsSync(join(home.path, "demo"))).toBe(false);
});
