import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { some } from "../../depth.ts";
import { bundles } from "./bundles.ts";
import { runBundle } from "./run-bundle.ts";
import { cells, row } from "./table.ts";

const page = new Set(readFileSync("docs/public-storyboards.md", "utf8").split("\n").map(cells));

describe("the public sandbox", () => {
  for (const bundle of some(bundles))
    it(`passes ${bundle.id} of the public standard's own suite, as its page says`, async () => {
      const run = await runBundle(bundle);
      expect(run.failures).toEqual([]);
      expect(run.failed).toBe(0);
      expect(run.passed).toBeGreaterThan(0);
      expect(page).toContain(cells(row(bundle, run)));
    });
});
