import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { openMetrics } from "../../src/server/metrics.ts";

const names = (text: string) => new Set(text.match(/flightdesk_[a-z_]+/g));
/** Histograms are asked for by their parts. */
const base = (name: string) => name.replace(/_(bucket|count|sum)$/, "");

it("alerts about counters that there are, and explains each alert and each counter", async () => {
  const metrics = await openMetrics();
  const page = await metrics.page({
    scheduler: { turning: false },
    figures: {
      campaigns: { planning: 0, running: 0, waits_for_person: 0, stalled: 0, ended: 0 },
      inbox: { waiting: 0 },
      capUses: new Map(),
    },
    leftAlone: 0,
    now: 0,
  });
  const known = new Set([...page.matchAll(/^# TYPE (flightdesk_\S+)/gm)].map(([, name]) => name));
  const rules = readFileSync("deploy/alerts.yaml", "utf8");
  const manual = readFileSync("docs/operations.md", "utf8");
  expect([...names(rules)].filter((name) => !known.has(base(name)))).toEqual([]);
  const short = manual.replaceAll("`_", "`flightdesk_");
  expect([...known].filter((name) => !short.includes(`\`${name}`))).toEqual([]);
  const { groups } = parse(rules) as {
    readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
  };
  for (const { alert } of groups.flatMap((group) => group.rules)) expect(manual).toContain(`\`${alert}\``);
});

it.each(["compose.yaml", "kubernetes.yaml"])("starts workers with options that there are: %s", (file) => {
  const text = readFileSync(`deploy/${file}`, "utf8");
  for (const document of parseAllDocuments(text)) expect(document.errors).toEqual([]);
  const help = readFileSync("src/cli/commands/serve.ts", "utf8");
  const [, words = ""] = /(?:command|args):\s*\[([^\]]*serve[^\]]*)\]/.exec(text) ?? [];
  const options = words.match(/--[a-z-]+/g) ?? [];
  expect(options).toContain("--workers");
  expect(options.filter((option) => !help.includes(`"${option}`))).toEqual([]);
});
