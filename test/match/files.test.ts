import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPackageList } from "../../src/match/packages.ts";
import { hashToken, openStoredTokens, type StoredTokens, storedFrom } from "../../src/match/stored-tokens.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { matchPackage, now, sellerUrl } from "./side.ts";

const token = hashToken({ uid_type: "uid2", user_token: "tok" }, "key");
const soon = new Date(now + 60_000).toISOString();

describe("the list of packages", () => {
  const opened = (folder: string) => {
    const file = join(folder, "packages.json");
    const told: string[] = [];
    const write = (packages: readonly object[], valid_until = soon) =>
      writeFileSync(file, JSON.stringify({ valid_until, packages }));
    write([matchPackage("p1")]);
    const list = openPackageList(file, { now, onNotice: (line) => told.push(line) });
    const ids = (at = now, seller = sellerUrl) => [...list.of(seller, at).keys()];
    return { file, told, write, list, ids };
  };

  it("is of one seller, by whatever spelling of its address, and of nobody else", () => {
    using folder = temporaryFolder();
    const { ids } = opened(folder.path);
    expect(ids(now, "HTTPS://SELLER.example:443/mcp")).toEqual(["p1"]);
    expect(ids(now, "https://seller.example/other")).toEqual([]);
  });

  it("is of packages in their flight alone, and of none once it is out of date", () => {
    using folder = temporaryFolder();
    const { ids, write, list } = opened(folder.path);
    expect(ids(now + 60_000)).toEqual(["p1"]);
    expect(ids(now + 60_001)).toEqual([]);
    const later = { start: "2027-01-21" };
    write([matchPackage("p2", later), matchPackage("p3", { end: "2027-01-19" })], "2027-12-31T00:00:00Z");
    expect(list.refresh(now)).toBe(true);
    expect(ids()).toEqual([]);
    expect(ids(Date.parse("2027-01-21T00:00:00Z"))).toEqual(["p2"]);
  });

  it("is read anew when it is another one, and no change where it is only renewed", () => {
    using folder = temporaryFolder();
    const { ids, write, list } = opened(folder.path);
    expect([list.refresh(now), list.changedAt()]).toEqual([false, now]);
    write([matchPackage("p1")], "2027-12-31T00:00:00Z");
    expect([list.refresh(now + 1), list.changedAt(), ids(now + 60_001)]).toEqual([false, now, ["p1"]]);
    write([]);
    expect([list.refresh(now + 2), list.changedAt(), ids()]).toEqual([true, now + 2, []]);
  });

  it("is empty where it is gone or cannot be read, and says so", () => {
    using folder = temporaryFolder();
    const { ids, list, file, told, write } = opened(folder.path);
    writeFileSync(file, "{");
    list.refresh(now);
    expect(ids()).toEqual([]);
    write([matchPackage("p1")]);
    list.refresh(now);
    expect(ids()).toEqual(["p1"]);
    rmSync(file);
    list.refresh(now);
    expect(ids()).toEqual([]);
    expect(told.map((line) => line.replace(folder.path, "").slice(0, 40))).toEqual([
      expect.stringContaining("cannot be read"),
      "/packages.json is not there",
    ]);
  });
});

describe("tokens that see nothing", () => {
  const about = { sellerUrl, packageId: "p1", now };
  const isHeld = (held: StoredTokens, one: string, { packageId, ...where }: typeof about) =>
    storedFrom(held, [one], where)(packageId);
  const line = (change: object) => `${JSON.stringify({ token, expire_at: soon, ...change })}\n`;
  const package1 = { seller_agent_url: sellerUrl, package_id: "p1" };

  it("are held for one package or for all, until their time is over; the last line counts", () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "held.jsonl");
    writeFileSync(file, line(package1));
    const held = openStoredTokens(file, () => undefined);
    expect(isHeld(held.value(), token, about)).toBe(true);
    expect(isHeld(held.value(), token, { ...about, now: now + 60_000 })).toBe(false);
    expect(isHeld(held.value(), token, { ...about, packageId: "p2" })).toBe(false);
    expect(isHeld(held.value(), token, { ...about, sellerUrl: "https://other.example/mcp" })).toBe(false);
    writeFileSync(file, line(package1) + line({ ...package1, expire_at: "2027-01-01T00:00:00Z" }));
    held.refresh();
    expect(isHeld(held.value(), token, about)).toBe(false);
    writeFileSync(file, line({}));
    held.refresh();
    expect(isHeld(held.value(), token, { ...about, packageId: "p2" })).toBe(true);
    expect(isHeld(held.value(), "0".repeat(64), about)).toBe(false);
  });

  it("are nothing that stands in the file as it is: such a line is not repeated", () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "held.jsonl");
    writeFileSync(file, line({}) + JSON.stringify({ token: "raw-token", expire_at: soon }));
    const told: string[] = [];
    openStoredTokens(file, (text) => told.push(text));
    expect(told).toEqual([expect.stringContaining("line 2 is not as")]);
    expect(told.join()).not.toContain("raw-token");
    const other = hashToken({ uid_type: "uid2", user_token: "tok" }, "another key");
    expect(other).not.toBe(token);
  });
});
