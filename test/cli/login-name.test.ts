import { userInfo } from "node:os";
import { expect, it } from "vitest";
import { loginName } from "../../src/cli/login-name.ts";

it("names whoever runs the process, by number where the machine has no name for them", () => {
  expect(loginName()).toBe(userInfo().username);
  const nameless = () => {
    throw new Error("A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)");
  };
  expect(loginName(nameless)).toBe(`uid-${process.geteuid?.()}`);
});
