import fc from "fast-check";
import { expect, test } from "vitest";
import { audiencesFile } from "../../../src/campaign/admin/files/audiences-file.ts";
import { cleartextPath, hashedEmail, hashedPhone } from "../../../src/campaign/admin/files/identity.ts";
import { sha256 } from "../../../src/lib/digest.ts";

const file = (person: object) =>
  audiencesFile.schema.safeParse({
    account: { brand: { domain: "acme.example" } },
    audiences: [{ audience_id: "customers", add: [person] }],
  });

test.each([
  [{ email: "jane at mail" }, "email", "this is not an e-mail address"],
  [{ phone: "030 765432" }, "phone", "write the number with + and country code"],
  [{ external_id: "jane@mail.example" }, "external_id", "this looks like an address or a number"],
  [{ external_id: "+49 30 765432" }, "external_id", "this looks like an address or a number"],
  [{}, "0", "name an external_id, an email or a phone"],
  [{ external_id: "1", hashed_email: "jane" }, "hashed_email", "a SHA-256"],
  [{ external_id: "1", name: "Jane" }, "0", "name"],
])("a person like %j is refused at %s, without repeating the value", (person, field, message) => {
  const issues = file(person).error?.issues ?? [];
  expect(issues).toHaveLength(1);
  expect(issues[0]?.path.at(-1)?.toString()).toBe(field);
  expect(issues[0]?.message).toContain(message);
  expect(JSON.stringify(issues)).not.toMatch(/jane|765432/);
});

test("an address is hashed however it is spelled, and nothing of it is left", () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.boolean(), (address, shout) => {
      const spelled = ` ${shout ? address.toUpperCase() : address} `;
      expect(hashedEmail(spelled)).toBe(sha256(address.toLowerCase()));
      const sent = file({ email: spelled }).data;
      expect(cleartextPath(sent)).toBeUndefined();
      expect(JSON.stringify(sent).toLowerCase()).not.toContain(address.toLowerCase());
    }),
  );
});

test.each([
  ["+49 (30) 1234-567", "+49301234567"],
  ["+1.212.555.0100", "+12125550100"],
])("the number %s is hashed as %s", (number, plain) => {
  expect(hashedPhone(number)).toBe(sha256(plain));
});

test.each([
  [{ a: [{ b: "x jane@mail.example" }] }, "a[0].b"],
  [{ url: "https://shop.example/?email=jane%40mail.example" }, "url"],
  [{ phone: "+49 30 1234567" }, "phone"],
  [{ time: "2027-01-04T08:00:00+01:00", url: "https://shop.example/a?b=c", id: "order-1" }, undefined],
])("cleartext in %j is found at %s", (value, path) => {
  expect(cleartextPath(value)).toBe(path);
});
