import fc from "fast-check";
import { expect, it } from "vitest";
import { addressKey, isNamedBy, readAddress, readHost, sellerName } from "../../src/lib/address.ts";

it.each([
  "case.example",
  "Case.Example",
  "case.example.",
  "  case.example\t",
  "\uFEFFcase.example",
  "ca\u00ADse.example",
  "case\u200B.example",
  "ｃａｓｅ.example",
  "case。example",
  "c%61se.example",
])("reads the host %j in one spelling", (written) => {
  expect(readHost(written)).toBe("case.example");
  expect(readAddress(`HTTPS://${written.trim()}:443/mcp#there`)).toBe("https://case.example/mcp");
});

it("spells a name in other letters as it is called", () => {
  expect(readHost("Bücher.example")).toBe("xn--bcher-kva.example");
});

it.each([
  "",
  "case..example",
  "case.example..",
  "ca se.example",
  "case\u202E.example",
  "case.example:8080",
  "case.example/path",
  "user@case.example",
  `${"a".repeat(64)}.example`,
])("does not take %j for a host", (written) => {
  expect(readHost(written)).toHaveProperty("problem");
});

it.each([
  "https://user:word@case.example/mcp",
  "https://case.example/m\u200Bcp",
  "https://case.example/m%20cp",
  "ftp://case.example/mcp",
  "https://ca se.example/mcp",
  "case.example",
])("does not take %j for an agent's address", (written) => {
  expect(readAddress(written)).toHaveProperty("problem");
});

it("reads what it has read as it is", () => {
  const hosts = fc.constantFrom("Case.Example.", "bücher.example", "127.1", "[::1]", "case。example");
  const ports = fc.constantFrom("", ":443", ":80", ":8080");
  fc.assert(
    fc.property(hosts, ports, fc.string({ maxLength: 12 }), (host, port, path) => {
      const once = readAddress(`https://${host}${port}/${path}`);
      if (typeof once !== "string") return;
      expect(readAddress(once)).toBe(once);
      expect(addressKey(once)).toBe(addressKey(`https://${host}${port}/${path}`));
    }),
  );
});

it("compares names of sellers, with the path where one host has several", () => {
  expect(sellerName("Case.Example./North")).toBe("case.example/north");
  expect(isNamedBy("case.example/north", "CASE.example.")).toBe(true);
  expect(isNamedBy("ads.case.example", "case.example")).toBe(true);
  expect(isNamedBy("case.example", "ads.case.example")).toBe(false);
  expect(isNamedBy("showcase.example", "case.example")).toBe(false);
});
