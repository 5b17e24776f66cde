import { describe, expect, it } from "vitest";
import { readApproverFile } from "../../../src/campaign/approvals/approver-file.ts";
import { newKey, publicKeyOf } from "../../../src/lib/key-file.ts";

const key = publicKeyOf(newKey());
const kim = `approvers:\n  - name: kim\n    public_key: "${key}"\n    up_to: "100,000 EUR"\n`;
const robin = `  - name: robin\n    public_key: "${publicKeyOf(newKey())}"\n    up_to: "1,000 EUR"\n    login: rhood\n`;

describe("approvers.yaml", () => {
  it("names people, what they may approve, and what larger amounts need", () => {
    const tiers =
      'tiers:\n  - over: "50,000 EUR"\n    approvers: 2\n  - over: "90,000.50 EUR"\n    type_total: true\n';
    expect(readApproverFile(kim + robin + tiers, "approvers.yaml")).toMatchObject({
      type: "approvers",
      approvers: {
        type: "named",
        people: [
          { name: "kim", publicKey: key, upTo: { minor: 10_000_000, currency: "EUR" } },
          { name: "robin", login: "rhood" },
        ],
        tiers: [
          { over: { minor: 5_000_000 }, approvers: 2, typeTotal: false },
          { over: { minor: 9_000_050 }, approvers: 1, typeTotal: true },
        ],
      },
    });
  });

  it("takes the several names that one person is known by: at this machine, at the console, to an assistant's issuer", () => {
    const reading = readApproverFile(
      kim + robin.replace("rhood", "[rhood, robin@acme.example, oidc|77]"),
      "a.yaml",
    );
    expect(reading).toMatchObject({
      approvers: { people: [{ name: "kim" }, { login: ["rhood", "robin@acme.example", "oidc|77"] }] },
    });
  });

  it.each([
    [
      "a limit that is no amount",
      kim.replace("100,000 EUR", "lots"),
      /^approvers\.yaml:4:12 approvers\.0\.up_to: "lots" is not an amount/,
    ],
    ["a limit with a comma for a point", kim.replace("100,000 EUR", "100,00 EUR"), /is not an amount/],
    ["no limit", kim.replace(/ {4}up_to.*\n/, ""), /^approvers\.yaml:2:5 approvers\.0\.up_to/],
    ["a key that is none", kim.replace(key, "abc"), /:3:17 approvers\.0\.public_key: is not a public key/],
    [
      "one key under two names",
      kim + kim.replace("approvers:\n", "").replace("kim", "pat"),
      /:6:17 .*is the key of another approver/,
    ],
    ["a word that is not known", `${kim}    limit: 5\n`, /Unrecognized key/],
    ["a tier that needs nothing", `${kim}tiers:\n  - over: "5 EUR"\n`, /:6:5 tiers\.0: says nothing/],
    [
      "a tier that nobody can meet",
      `${kim}tiers:\n  - over: "5 EUR"\n    approvers: 2\n`,
      /asks for 2 approvers and 1 are named/,
    ],
    [
      "one login of two people",
      kim +
        robin.replace("rhood", "[rhood, oidc|1]") +
        robin
          .replaceAll("robin", "pat")
          .replace(/y: ".*"/, `y: "${publicKeyOf(newKey())}"`)
          .replace("rhood", "OIDC|1"),
      /approvers\.2\.login: is the login of another approver/,
    ],
    ["nobody", "approvers: []\n", /approvers/],
    ["no YAML", "approvers: [\n", /^approvers\.yaml:/],
  ])("with %s says where and what", (_, text, problem) => {
    const reading = readApproverFile(text, "approvers.yaml");
    expect(reading.type === "invalid" ? reading.problems.join("\n") : reading.type).toMatch(problem);
  });
});
