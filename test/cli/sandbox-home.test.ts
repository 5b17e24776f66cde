import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import readXlsxFile from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const brief = "examples/brief-to-campaign/brief.yaml";
const marked = "SANDBOX: Acme Trail Shoes, late winter";

describe("what is tried on the built-in sandbox", () => {
  const home = temporaryFolder();
  const own = join(home.path, "sandbox");
  const at = (...words: readonly string[]) => flightdesk(words, { FLIGHTDESK_HOME: home.path });
  let ran: Awaited<ReturnType<typeof at>>;
  beforeAll(async () => {
    ran = await at("run", brief, "--sandbox", "--execute", "--format", "md,xlsx,json,io");
  });
  afterAll(() => home[Symbol.dispose]());

  it("is told in at most 60 lines, which end with the paths of its papers", () => {
    expect(ran.code, ran.stderr).toBe(0);
    const lines = ran.stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.at(-1)).toMatch(/^report {3}\//);
    expect(ran.stderr).toContain("SANDBOX: simulated sellers, no real money\n");
  });

  it("lies in a home of its own, and each command finds it there", async () => {
    expect(readdirSync(home.path)).toEqual(["sandbox"]);
    const rows = await at("status", "--sandbox");
    expect(rows.stdout).toContain(marked);
    expect((await at("status")).stdout).toContain("no campaign has been run here yet");
    const id = /SANDBOX-acme-[\w-]+/.exec(rows.stdout)?.[0] ?? "";
    const elsewhere = await at("report", id);
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.stderr).toContain("campaigns of the built-in sandbox need --sandbox");
  });

  it("is left alone by later turns: its agents ended with the command that ran it", async () => {
    const dry = await at("run", brief, "--sandbox", "--seller-deadline", "2 s", "--json");
    expect(dry.code, dry.stderr).toBe(0);
    const turned = await at("loop", "--once", "--sandbox", "--json");
    expect(turned.code, turned.stderr).toBe(0);
    expect(JSON.parse(turned.stdout)).toEqual({ command: "loop", campaigns: [] });
    for (const words of [
      ["buys", "list"],
      ["audit", "orphans"],
    ]) {
      const listed = await at(...words, "--sandbox");
      expect(listed.code).toBe(2);
      expect(listed.stderr).toContain("its sellers are those of another command's built-in sandbox");
    }
  });

  it("is named by its id or by --campaign, and is the newest where it is not named", async () => {
    const id = /SANDBOX-acme-[\w-]+/.exec(ran.stdout)?.[0] ?? "";
    const asked = "why is Airport arrivals not in the plan?";
    for (const words of [
      ["report"],
      ["resume"],
      ["status"],
      ["audit", "export", "--output", join(home.path, "x.json")],
    ]) {
      const done = await at(...words, "--campaign", id, "--sandbox");
      expect(done.code, done.stderr).toBe(0);
    }
    const answered = await at("ask", asked, "--campaign", id, "--sandbox", "--json");
    expect(JSON.parse(answered.stdout)).toMatchObject({ campaign: id, question: asked });
    const other = await at("whatif", "--budget", "+20%", "--sandbox");
    expect(other.stdout).not.toMatch(/people +$/m);
    expect(other.stdout).toMatch(/SANDBOX-acme-\S+: from the \d+ offers/);
    const ended = await at("end", "--campaign", id, "--reason", "x", "--sandbox");
    expect(ended.stderr).toContain("it has ended already");
    expect((await at("end", "--reason", "x", "--sandbox")).stderr).toContain("say which campaign ends");
    expect((await at("report", id, "--campaign", "other", "--sandbox")).stderr).toContain("two campaigns");
  });

  it("names products where sellers are told how they perform, and warns of papers without a buyer", () => {
    const index = readFileSync(/^report {3}(.*\.md)$/m.exec(ran.stdout)?.[1] ?? "", "utf8").split("### ");
    const performance = index.filter((part) => /^(Performance index|Index, week by week)/.test(part));
    expect(performance).toHaveLength(2);
    for (const part of performance) {
      expect(part).toContain("Main station domination");
      expect(part).not.toMatch(/mb\\_/);
    }
    expect(ran.stderr).toContain("the insertion orders name no buyer: set operator");
  });

  it("is not asked for --sandbox where that was said", async () => {
    using empty = temporaryFolder();
    const { code, stderr } = await flightdesk(["report", "--sandbox"], { FLIGHTDESK_HOME: empty.path });
    expect(code).toBe(2);
    expect(stderr).toContain("no campaign has been run here yet");
    expect(stderr).not.toContain("--sandbox");
  });

  it("says that nothing ran in the month of an empty statement", async () => {
    const { code, stderr } = await at("statement", "--month", "2024-01", "--sandbox");
    expect(code).toBe(0);
    expect(stderr).toContain("nothing was ordered, delivered or restated in 2024-01");
  });

  it("shows a dry run by its packages, and what would be sent to each agent on request", async () => {
    const dry = (...words: readonly string[]) =>
      at("run", brief, "--sandbox", "--seller-deadline", "2 s", ...words);
    const { code, stdout, stderr } = await dry();
    expect(code, stderr).toBe(0);
    const ordered = stdout.slice(stdout.indexOf("what --execute would order"));
    expect(ordered).toMatch(
      /Main station domination +metropol-screens\.example +EUR 22,000\.00 +18 Jan – 28 Feb/,
    );
    expect(ordered).toMatch(/How the brief is met\n +Dates: in the order \(all\)\n/);
    expect(stdout).not.toContain('{"');
    expect((await dry("--verbose")).stdout).toContain('{"account":');
  });

  it("says of a plan that cannot be bought what stops it, and what to do", async () => {
    const past = join(home.path, "past.yaml");
    writeFileSync(past, readFileSync(brief, "utf8").replaceAll("2027-", "2024-"));
    const planned = await at("plan", past, "--sandbox", "--seller-deadline", "2 s");
    rmSync(past);
    expect(planned.code, planned.stderr).toBe(1);
    expect(planned.stdout.replace(/\s+/g, " ")).toMatch(/Dates: flight\S*: .*2024-02-28/);
  });

  it("is marked on every paper and in every answer", async () => {
    const [html = "", ...papers] = [...ran.stdout.matchAll(/^report {3}(.*)$/gm)].map(
      ([, path = ""]) => path,
    );
    expect(readFileSync(html, "utf8")).toContain(`<title>${marked}: campaign report</title>`);
    expect(statSync(html).size, "the finished campaign's page").toBeLessThan(300_000);
    for (const paper of papers.filter((path) => !path.endsWith(".xlsx")))
      expect(readFileSync(paper, "utf8")).toContain(marked);
    const workbook = papers.find((path) => path.endsWith(".xlsx")) ?? "";
    const summary = (await readXlsxFile(workbook)).find(({ sheet }) => sheet === "summary");
    expect(summary?.data.find(([what]) => what === "Campaign")).toContain(marked);
    const written = await at("statement", "--month", "2027-02", "--format", "md,json", "--sandbox");
    for (const path of written.stdout.trim().split("\n"))
      expect(readFileSync(path, "utf8")).toContain(marked);
    expect((await at("claims", "list", "--json", "--sandbox")).stdout).toContain("SANDBOX-acme-");
  });

  it("is told apart where it lies in an ordinary home from before", async () => {
    using before = temporaryFolder();
    renameSync(own, join(before.path, "home"));
    const { stderr, stdout } = await flightdesk(["status", "--home", join(before.path, "home")]);
    expect(stdout).toContain(marked);
    expect(stderr).toContain("1 campaign in this home was tried on a sandbox");
    renameSync(join(before.path, "home"), own);
    expect(existsSync(own)).toBe(true);
  });

  it("counts as one seller's record over all runs, each at addresses of its own", async () => {
    const again = await at("run", brief, "--sandbox", "--execute", "--seller-deadline", "2 s");
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toMatch(/harbour\.example: EUR [\d,.]+ bought, EUR [\d,.]+ with data/);
    expect(again.stderr).toMatch(/figures are not final yet of \d buys: a simulated day at a time/);
    const { sellers } = JSON.parse((await at("sellers", "show", "--sandbox", "--json")).stdout);
    const names: string[] = sellers.map(({ sellerId }: { sellerId: string }) => sellerId);
    expect(names).toEqual([...new Set(names)]);
    expect(sellers).toContainEqual(
      expect.objectContaining({ sellerId: "nordlicht.example", campaigns: 2, buys: 2 }),
    );
  });
});

it("every command takes --sandbox", async () => {
  const { stdout } = await flightdesk(["completion", "bash"]);
  const places = [...stdout.matchAll(/^ +(?:"(.*) "\*|\*)\) words="(.*)" ;;$/gm)].map(
    ([, path = "", words = ""]) => ({
      path,
      words: words.split(" "),
    }),
  );
  const withoutVerbs = places.filter(({ words }) => !words.some((word) => /^[a-z]/.test(word)));
  expect(withoutVerbs.length).toBeGreaterThan(40);
  expect(withoutVerbs.filter(({ words }) => !words.includes("--sandbox"))).toEqual([]);
});
