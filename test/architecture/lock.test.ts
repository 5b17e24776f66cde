import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  readonly packages: Readonly<Record<string, Entry>>;
};
const installed = Object.entries(packages).filter(([path]) => path !== "");

it("names what every package must be, save tools' own builds for single platforms", () => {
  const open = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
  expect(open.filter(([, { optional, os }]) => optional !== true || os === undefined)).toEqual([]);
  const builtTools =
    /^node_modules\/(@biomejs\/cli|@oxlint\/binding|@oxlint-tsgolint|@oxc-parser\/binding)[-/]/;
  expect(open.filter(([path]) => !builtTools.test(path))).toEqual([]);
});

it("holds no download address", () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
