import { expect, it } from "vitest";
import { operatorBook } from "../../src/protocol/well-known/authorized-operators.ts";
import { fixedWeb, plainFetch, publish } from "./fixtures.ts";

fixedWeb();

function bookOver(files: Readonly<Record<string, unknown>>) {
  publish(files);
  const { fetchJson, fetched } = plainFetch();
  const book = operatorBook(fetchJson);
  const listedBy = async (domain: string) => {
    await book.ask(domain);
    return book.listedBy(domain);
  };
  return { listedBy, fetched };
}

const acme = "https://acme.shop/.well-known/brand.json";

it("reads whom a brand lets act for it, where and when", async () => {
  const { listedBy, fetched } = bookOver({
    [acme]: {
      house: { domain: "acme.shop" },
      authorized_operators: [
        {
          domain: "Desk.shop",
          brands: ["*"],
          countries: ["de"],
          valid_from: "2027-01-01",
          valid_until: "2027-12-31T00:00:00Z",
        },
        { domain: "other.shop", brands: ["*"], valid_until: "soon" },
        { brands: ["*"] },
      ],
    },
  });
  const listed = [
    { domain: "desk.shop", countries: ["DE"], from: "2027-01-01", until: "2027-12-31T00:00:00Z" },
    { domain: "other.shop" },
  ];
  expect(await listedBy("acme.shop")).toEqual(listed);
  expect(await listedBy("acme.shop")).toEqual(listed);
  expect(fetched).toEqual([acme]);
});

it("follows a file that names the company's", async () => {
  const { listedBy } = bookOver({
    [acme]: { house: "house.shop" },
    "https://house.shop/.well-known/brand.json": { authorized_operators: [{ domain: "desk.shop" }] },
  });
  expect(await listedBy("acme.shop")).toMatchObject([{ domain: "desk.shop" }]);
});

it.each([
  ["no file", {}],
  ["a file without a list", { [acme]: { agents: [] } }],
  ["an empty list", { [acme]: { authorized_operators: [] } }],
  ["something else", { [acme]: "hello" }],
])("says nothing of a brand with %s", async (_, files) => {
  expect(await bookOver(files).listedBy("acme.shop")).toBeUndefined();
});

it("asks no domain that nobody can have", async () => {
  const { listedBy, fetched } = bookOver({});
  for (const domain of ["acme.example", "localhost", "evil.shop/path", "127.0.0.1"])
    expect(await listedBy(domain)).toBeUndefined();
  expect(fetched).toEqual([]);
});
