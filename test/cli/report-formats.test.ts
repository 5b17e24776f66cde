import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const brief = "examples/compare-sellers/brief.yaml";

describe("compare --format", () => {
  it("writes every format into one folder beside the page, and names each file", async () => {
    using home = temporaryFolder();
    const out = join(home.path, "given");
    const { code, stdout } = await flightdesk(
      [
        "compare",
        brief,
        "--sandbox",
        "--seller-deadline",
        "2 s",
        "--format",
        "csv,xlsx,md,json",
        "--out",
        out,
      ],
      { FLIGHTDESK_HOME: home.path },
    );
    expect(code).toBe(0);
    const files = [...stdout.matchAll(/^report {3}(.*)$/gm)].map(([, path = ""]) => path);
    expect(files.map((path) => path.replace(/^.*-[0-9a-f]{8}\./, ""))).toEqual([
      "html",
      "md",
      "summary.csv",
      "target.csv",
      "offers.csv",
      "sellers.csv",
      "assumptions.csv",
      "xlsx",
      "json",
    ]);
    for (const path of files) expect(path.startsWith(out) && existsSync(path)).toBe(true);
    expect(readFileSync(files[4] ?? "", "utf8")).toMatch(/^\ufeffRank,Offer,Seller/);
  });

  it("of report takes one file for one format", async () => {
    const { code, stderr } = await flightdesk(["report", "--format", "md,csv", "--output", "one.md"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--output names one file");
  });

  it("refuses a format that there is none of", async () => {
    const { code, stderr } = await flightdesk(["compare", brief, "--sandbox", "--format", "odt"]);
    expect(code).toBe(2);
    expect(stderr).toContain('"odt" is not one of html, pdf, md, csv, xlsx, json');
  });
});
