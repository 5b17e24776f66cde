import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

export const sides = ["client", "sandbox"] as const;
export type Side = (typeof sides)[number];

const test = z
  .string()
  .transform((text) => text.split(" | "))
  .pipe(z.tuple([z.string().endsWith(".test.ts"), z.string().min(1)]))
  .transform(([file, name]) => ({ file: `test/${file}`, name }));
const tests = z.preprocess((value) => [value].flat(), z.array(test).min(1));

const partSchema = z.strictObject({
  title: z.string(),
  statements: z.array(
    z.strictObject({
      /** The number of its part, a point, and its own. */
      id: z.string().regex(/^\d\.\d+$/),
      /** In one sentence, in our words. */
      says: z.string().min(1),
      /** What shows it at each side that it concerns: file, and the test's full name. */
      client: tests.optional(),
      sandbox: tests.optional(),
      /** Sides at which nothing shows it, each with the reason. */
      open: z
        .strictObject({ client: z.string().min(1), sandbox: z.string().min(1) })
        .partial()
        .optional(),
    }),
  ),
});

/** The nine parts of the service contract, each with what it says that can be checked. */
export const parts = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".yaml"))
  .sort()
  .map((name) => partSchema.parse(parse(readFileSync(`${import.meta.dirname}/${name}`, "utf8"))));

/** The table as a page: each statement with the tests that show it. */
export function contractPage(): string {
  const lines = parts.flatMap(({ title, statements }, i) => [
    `## ${i + 1} ${title}`,
    "",
    ...statements.flatMap((one) => [
      `- **${one.id}** ${one.says}.`,
      ...sides.flatMap((side) => [
        ...(one[side] ?? []).map(({ file, name }) => `  - ${side}: \`${file}\` \`${name}\``),
        ...(one.open?.[side] === undefined ? [] : [`  - ${side}: **open**, ${one.open[side]}`]),
      ]),
    ]),
    "",
  ]);
  return [...head(), ...lines].join("\n");
}

function head(): string[] {
  const all = parts.flatMap(({ statements }) => statements);
  const count = (side: Side) => all.filter((one) => one[side] !== undefined).length;
  const open = all.filter((one) => one.open !== undefined);
  return [
    "# The service contract, statement by statement",
    "",
    "For a seller's engineer: what the service contract says, in our words, and which of our tests shows it. `client` is flightdesk as it",
    "calls agents, `sandbox` the agents that come with it. A side that a statement does not concern is left out. `%s`, `%i` and `$field`",
    "stand for rows of the test's table.",
    "",
    `${all.length} statements: ${count("client")} are shown at the client, ${count("sandbox")} at the sandbox, ${open.length} ${open.length === 1 ? "is" : "are"} open.`,
    "One test: `npx vitest run <file>`. The table is `test/contracts/statements/`; `npx tsx scripts/write-contract-page.ts` writes this page.",
    "",
  ];
}
