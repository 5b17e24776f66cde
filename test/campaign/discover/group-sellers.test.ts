import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupSellers, type KnownAgent } from "../../../src/campaign/discover/group-sellers.ts";

const agents = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 40 }).map((n) => `agent-${n}.example`),
    agentUrl: fc
      .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }))
      .map(([host, path]) => `https://host-${host}.example/${path}/mcp`),
    names: fc.array(
      fc.integer({ min: 0, max: 12 }).map((n) => `name-${n}.example`),
      { minLength: 1, maxLength: 2 },
    ),
    keys: fc.array(fc.integer({ min: 0, max: 20 }).map(String), { maxLength: 1 }),
    account: fc.option(fc.integer({ min: 0, max: 20 }).map(String), { nil: undefined }),
  }),
  { selector: ({ id }) => id, maxLength: 20 },
);
const separate = fc.array(
  fc.integer({ min: 0, max: 8 }).map((n) => `https://host-${n}.example`),
  { maxLength: 4 },
);

describe("who is one seller", () => {
  it("does not depend on the order", () => {
    fc.assert(
      fc.property(agents, separate, fc.integer(), (all, apart, seed) => {
        const shuffled = all.toSorted((a, b) => hash(a.id, seed) - hash(b.id, seed));
        expect(groupSellers(shuffled, apart.toReversed())).toEqual(groupSellers(all, apart));
      }),
    );
  });

  it("puts each agent into one group, and no mark into two", () => {
    fc.assert(
      fc.property(agents, separate, (all, apart) => {
        const groups = groupSellers(all, apart);
        expect(groups.flatMap(({ members }) => members).sort()).toEqual(all.map(({ id }) => id).sort());
        const marks = groups.flatMap((group) => group.marks);
        expect(new Set(marks).size).toBe(marks.length);
      }),
    );
  });

  it("is what it was when it is made again", () => {
    fc.assert(
      fc.property(agents, (all) => {
        const groups = groupSellers(all);
        const joined = all.map((agent) => {
          const group = groups.find(({ members }) => members.includes(agent.id));
          return { ...agent, names: [...agent.names, group?.id ?? ""] };
        });
        const members = (found: ReturnType<typeof groupSellers>) => found.map((group) => group.members);
        expect(members(groupSellers(joined))).toEqual(members(groups));
        expect(groupSellers([...all, ...all])).toEqual(groups);
      }),
    );
  });

  it("is joined over a third that shares something with each", () => {
    fc.assert(
      fc.property(agents, (all) => {
        const groups = groupSellers(all);
        const groupOf = ({ id }: KnownAgent) => groups.findIndex(({ members }) => members.includes(id));
        for (const one of all)
          for (const other of all) if (shares(one, other)) expect(groupOf(one)).toBe(groupOf(other));
      }),
    );
  });
});

describe("where a person says otherwise", () => {
  const at = (path: string, rest: Partial<KnownAgent> = {}): KnownAgent => ({
    id: `${path}.example`,
    names: [`${path}.example`],
    agentUrl: `https://shared.example/${path}/mcp`,
    keys: ["platform"],
    account: "ours",
    ...rest,
  });
  const members = (all: readonly KnownAgent[], apart: readonly string[] = []) =>
    groupSellers(all, apart).map((group) => group.members);

  it("agents at an origin are distinguished by their domains", () => {
    const all = [at("a"), at("b"), at("c", { names: ["B.example."] })];
    expect(members(all)).toEqual([["a.example", "b.example", "c.example"]]);
    expect(members(all, ["HTTPS://Shared.example.:443"])).toEqual([
      ["a.example"],
      ["b.example", "c.example"],
    ]);
  });

  it("and by their URLs where the registry tells no domain", () => {
    const all = ["a", "b"].map((path) =>
      at(path, { id: `shared.example/${path}`, names: ["shared.example"] }),
    );
    expect(members(all)).toEqual([["shared.example/a", "shared.example/b"]]);
    expect(members(all, ["https://shared.example"])).toEqual([["shared.example/a"], ["shared.example/b"]]);
  });

  it("an agent's own URL makes it a seller of its own, whatever it shares", () => {
    const all = [at("a"), at("b", { names: ["a.example"] }), at("c")];
    expect(members(all, ["https://shared.example/b/mcp/"])).toEqual([
      ["a.example", "c.example"],
      ["b.example"],
    ]);
  });

  it("says which host is all that they share, and nothing of it where they share more", () => {
    const plain = (path: string, rest: Partial<KnownAgent> = {}) =>
      at(path, { keys: [], account: undefined, ...rest });
    const hostOf = (all: readonly KnownAgent[]) => groupSellers(all)[0]?.host;
    expect(hostOf(["a", "b", "c", "d", "e"].map((path) => plain(path)))).toBe("https://shared.example");
    expect(hostOf([plain("a"), plain("b")])).toBe("https://shared.example");
    expect(hostOf([plain("a")])).toBeUndefined();
    expect(hostOf([plain("a", { keys: ["k"] }), plain("b", { keys: ["k"] })])).toBeUndefined();
    expect(hostOf([plain("a", { account: "x" }), plain("b", { account: "x" })])).toBeUndefined();
    expect(hostOf([plain("a"), plain("b", { names: ["a.example"] })])).toBeUndefined();
    expect(
      hostOf(
        ["a", "b"].map((path) => plain(path, { id: `shared.example/${path}`, names: ["shared.example"] })),
      ),
    ).toBeUndefined();
  });

  it("says what each of the others shares", () => {
    const [group] = groupSellers([
      at("a"),
      at("b", { agentUrl: "https://else.example", account: undefined }),
    ]);
    expect(group?.why).toBe(
      "a.example and b.example count as one seller: they share the signing key platform",
    );
  });
});

function shares(one: KnownAgent, other: KnownAgent): boolean {
  const marks = ({ agentUrl, names, keys = [], account }: KnownAgent) => [
    new URL(agentUrl).origin,
    ...names,
    ...keys.map((key) => `k${key}`),
    ...(account === undefined ? [] : [`a${account}`]),
  ];
  return marks(one).some((mark) => marks(other).includes(mark));
}

function hash(text: string, seed: number): number {
  return Array.from(text).reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed);
}
