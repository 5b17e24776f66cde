import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { briefYaml } from "../brief/brief-yaml.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";
import { pdfOf } from "./pdf-of.ts";
import { atTerminal, noTerminal, quoted } from "./terminal.ts";

const complete = [
  "Campaign: Spring",
  "Brand: Acme (acme.example)",
  "Objective: awareness",
  "Budget: EUR 50,000",
  "Flight: 1 March 2099 to 30 April 2099",
  "Countries: France",
  "Channels: CTV",
];
const output = new Ajv2020({ strict: false }).compile<Output>(
  JSON.parse(readFileSync("schemas/brief-output.schema.json", "utf8")),
);

interface Output {
  readonly file: string;
  readonly problems: readonly { readonly line: number; readonly column: number; readonly field: string }[];
  readonly questions: readonly { readonly field: string }[];
}

function parsed(stdout: string): Output {
  const value: unknown = JSON.parse(stdout);
  if (!output(value)) throw new Error(JSON.stringify(output.errors));
  return value;
}

describe("brief new", () => {
  it("writes words as a brief.yaml, each value with the words it came from, and brief check accepts it", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "brief.yaml");
    const made = await flightdesk(["brief", "new", complete.join("\n"), "--out", file]);
    expect(made).toMatchObject({ code: 0 });
    expect(readFileSync(file, "utf8")).toContain('# from "EUR 50,000"\nbudget: 50,000 EUR');
    const checked = await flightdesk(["brief", "check", file]);
    expect(checked.code).toBe(0);
    expect(checked.stdout).toContain("Spring: EUR 50,000.00, 2099-03-01 to 2099-04-30, FR, ctv");
  });

  it("writes what is open as questions, with exit code 3, and brief check repeats them until they are answered", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "brief.yaml");
    const text = "Podcasts for acme.example in Georgia, awareness, 50-60k EUR, March 2099";
    const made = await flightdesk(["brief", "new", text, "--out", file, "--json"]);
    expect(made.code).toBe(3);
    const asked = ["budget", "countries"];
    expect(parsed(made.stdout).questions.map(({ field }) => field)).toEqual(asked);
    expect(readFileSync(file, "utf8")).toContain('# ? Which countries does "Georgia" mean?');
    const checked = await flightdesk(["brief", "check", file, "--json"]);
    expect(checked.code).toBe(3);
    expect(parsed(checked.stdout)).toMatchObject({
      problems: [],
      questions: asked.map((field) => ({ field })),
    });
    expect((await flightdesk(["compare", file, "--sandbox"])).code).toBe(2);
  });

  it("takes answers from a file, all of them or none", async () => {
    using folder = temporaryFolder();
    const [file, answers] = [join(folder.path, "brief.yaml"), join(folder.path, "answers.yaml")];
    const text = "Podcasts for acme.example in Georgia, awareness, 50-60k EUR, March 2099";
    const given = ["brief", "new", text, "--out", file, "--answers", answers];
    writeFileSync(answers, "budget: 55k EUR\nflight: 2099\n");
    const refused = await flightdesk(given);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("no answer for countries; flight is not asked about");
    expect(existsSync(file)).toBe(false);
    writeFileSync(answers, "budget: 55k EUR\ncountries: [GE]\n");
    expect(await flightdesk(given)).toMatchObject({ code: 0 });
    expect((await flightdesk(["brief", "check", file])).code).toBe(0);
  });

  it.skipIf(noTerminal)("asks at a terminal what is open, and says why an answer does not fit", async () => {
    using folder = temporaryFolder();
    const file = quoted(join(folder.path, "brief.yaml"));
    const text = "Podcasts for acme.example in Georgia, awareness, 50-60k EUR, March 2099";
    // A new terminal has no width.
    const wide = "stty cols 100 rows 40;";
    const made = await atTerminal({ command: `${wide} flightdesk brief new ${quoted(text)} --out ${file}` }, [
      { at: "Your answer for budget", text: "a lot" },
      // What is typed before it is asked again would be lost.
      { at: /is not an amount.*Your answer for budget/s, text: "" },
      { at: "Your answer for countries", text: "" },
    ]);
    expect(made.code).toBe(3);
    const answered = await atTerminal({ command: `${wide} flightdesk brief answer ${file}` }, [
      { at: "Your answer for budget", text: "55k EUR" },
      { at: "Your answer for countries", text: "France" },
    ]);
    expect(answered.code).toBe(0);
    expect(readFileSync(join(folder.path, "brief.yaml"), "utf8")).toMatch(/budget: 55k EUR.*- FR/s);
  });

  it("does not write over a file unless it is told to", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "brief.yaml");
    writeFileSync(file, "mine");
    const refused = await flightdesk(["brief", "new", complete.join("\n"), "--out", file]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("exists already");
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect((await flightdesk(["brief", "new", complete.join("\n"), "--out", file, "--force"])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("name: Spring");
  });

  it("reads the text of a PDF, and nothing but the result goes to standard output", async () => {
    using folder = temporaryFolder();
    const pdf = join(folder.path, "rfp.pdf");
    const file = join(folder.path, "brief.yaml");
    writeFileSync(pdf, pdfOf(complete));
    const made = await flightdesk(["brief", "new", pdf, "--out", file, "--json"]);
    expect(made.code).toBe(0);
    expect(parsed(made.stdout)).toMatchObject({ file, questions: [] });
    expect(readFileSync(file, "utf8")).toContain("budget: 50,000 EUR");
  });

  it.each([
    ["a PDF without text", "scan.pdf", pdfOf([]), "there is no text in this PDF"],
    ["what is no PDF", "broken.pdf", "%PDF-", "this PDF cannot be read"],
    ["a brief.yaml", "brief.yaml", "name: x", "is a structured brief already"],
  ])("refuses %s and says what to do", async (_, name, content, message) => {
    using folder = temporaryFolder();
    const source = join(folder.path, name);
    const file = join(folder.path, "out.yaml");
    writeFileSync(source, content);
    const ended = await flightdesk(["brief", "new", source, "--out", file]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
    expect(existsSync(file)).toBe(false);
  });

  it("takes the name of a file that is not there for a mistake, not for a brief", async () => {
    const ended = await flightdesk(["brief", "new", "nowhere/brief.md"]);
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.stderr).toContain("there is no such file");
  });
});

describe("brief check", () => {
  it("tells each mistake with line and column, and exit code 2", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "brief.yaml");
    writeFileSync(
      file,
      readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
        "countries: [DE, AT]",
        "countries: [UK]",
      ),
    );
    const plain = await flightdesk(["brief", "check", file]);
    expect(plain.code).toBe(2);
    expect(plain.stdout).toBe(`${file}:11:13 countries[0]: "UK" is not a country code; did you mean GB?\n`);
    const json = await flightdesk(["brief", "check", file, "--json"]);
    expect(json.code).toBe(2);
    expect(parsed(json.stdout).problems).toMatchObject([{ line: 11, column: 13, field: "countries[0]" }]);
  });

  it("says of figures that cannot hold together what would make them hold, with exit code 0", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "brief.yaml");
    const written = [
      "name: Households",
      "brand: { domain: acme.example }",
      "objective: awareness",
      "budget: 3,500,000 USD",
      "flight: { start: 2099-03-01, end: 2099-06-30 }",
      "countries: [US]",
      "channels: [ctv]",
      "kpi: { metric: reach, target: 5000000 }",
      "frequency: { times: 3, per: week }",
      "limits: { max_cpm: 15 USD }",
      "message: Out early.",
    ].join("\n");
    writeFileSync(file, written);
    const { code, stdout } = await flightdesk(["brief", "check", file]);
    expect(stdout).toContain("cannot hold: needs");
    expect(stdout).toContain("It would hold with a budget of USD 3,921,428.58");
    expect(code).toBe(0);
  });

  it("tells that a flight is over, with exit code 2", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "brief.yaml");
    writeFileSync(file, briefYaml({ start: "2025-01-18", end: "2025-02-28" }));
    const { code, stdout } = await flightdesk(["brief", "check", file]);
    expect(stdout).toBe(`${file}:8:8 flight.end: is over, 2025-02-28; write a day to come\n`);
    expect(code).toBe(2);
  });

  it("checks a brief.yaml and nothing else", async () => {
    expect((await flightdesk(["brief", "check", "README.md"])).code).toBe(2);
  });
});
