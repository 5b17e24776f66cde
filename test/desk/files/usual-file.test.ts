import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { usualFile } from "../../../src/desk/files/usual-file.ts";
import { temporaryFolder } from "../../cli/flightdesk.ts";

const names = ["approvers.yml", "Approvers.YAML", "approvers.yaml.txt", "APPROVERS.yml"];

it.each(names)("does not go on without approvers where %s is there, which nobody reads", (name) => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, name), "approvers: []\n");
  expect(() => usualFile("approvers.yaml", folder.path)).toThrow(`${name}: only approvers.yaml is read`);
});

it("is the file of that name, whatever lies beside it, and else none", () => {
  using folder = temporaryFolder();
  for (const name of ["my-approvers.yml", "approvers.json", "approvers.yaml.old"])
    writeFileSync(join(folder.path, name), "");
  expect(usualFile("approvers.yaml", folder.path)).toBeUndefined();
  writeFileSync(join(folder.path, "approvers.yml"), "");
  writeFileSync(join(folder.path, "approvers.yaml"), "");
  expect(usualFile("approvers.yaml", folder.path)).toBe(join(folder.path, "approvers.yaml"));
});
