import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { type Effect, effects } from "../src/desk/caller.ts";
import { operationNames, operations } from "../src/desk/operations.ts";
import { camelCase } from "../src/library/desk.ts";

/** Writes `docs/api/methods.md`: every method of a desk with what it takes, from the table of operations. */

/** The part of JSON Schema that zod writes for inputs. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
}

const headings: Readonly<Record<Effect, string>> = {
  reads: "Change nothing at any agent and bind nobody",
  proposes: "Make steps that go through policies, governance, and people where they ask for them",
  decides: "A person's word",
  stops: "Keep money from flowing",
  administers: "Credentials, logins and keys",
};

export async function methodsPage(): Promise<string> {
  const parts: string[] = [
    "# The methods of a desk",
    "Written from the code by `npm run docs`. What each of them answers is what its command prints with `--json`.",
  ];
  const sentences = sentencesOf();
  for (const effect of effects) {
    parts.push(`## ${headings[effect]}`);
    for (const name of operationNames.filter((one) => operations[one].effect === effect).toSorted()) {
      const { input } = await operations[name].load();
      // zod writes what the interface above reads.
      const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema;
      parts.push(`### ${camelCase(name)}`, sentences.get(name) ?? "", fieldsOf(schema));
    }
  }
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** What the comment before each operation says, by the name that the table gives it. */
function sentencesOf(): ReadonlyMap<string, string> {
  const table = readFileSync("src/desk/operations.ts", "utf8");
  const rows = /^ {2}"?([\w-]+)"?: \w+\(\s*async \(\) => \(await import\("\.\/([\w/.-]+)"\)\)\.(\w+)/gm;
  return new Map(
    [...table.matchAll(rows)].map(([, name = "", file = "", operation = ""]) => {
      const [before = ""] = readFileSync(`src/desk/${file}`, "utf8").split(
        `\nexport const ${operation} = operation(`,
      );
      const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/$/.exec(before)?.[1] ?? "";
      return [name, comment.replaceAll(/\n \*/g, "").replaceAll(/\s+/g, " ").trim()];
    }),
  );
}

function fieldsOf({ properties = {}, required = [], anyOf = [], oneOf = anyOf }: Schema): string {
  if (oneOf.length > 0) return oneOf.map((one) => `One of: \`${typeOf(one)}\``).join("\n\n");
  const rows = Object.entries(properties).map(([name, field]) => {
    const isRequired = required.includes(name);
    const otherwise =
      field.default === undefined ? "" : ` (\`${JSON.stringify(field.default)}\` where absent)`;
    const about = `${field.description ?? ""}${otherwise}`.trim();
    return `- \`${name}${isRequired ? "" : "?"}: ${typeOf(field)}\`${about === "" ? "" : `: ${about}`}`;
  });
  return rows.length === 0 ? "Takes nothing." : rows.join("\n");
}

function typeOf({
  type,
  properties,
  required = [],
  items,
  anyOf = [],
  oneOf = anyOf,
  ...rest
}: Schema): string {
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  if (rest.enum !== undefined) return rest.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (oneOf.length > 0) return oneOf.map(typeOf).join(" | ");
  if (items !== undefined) return /[|]/.test(typeOf(items)) ? `(${typeOf(items)})[]` : `${typeOf(items)}[]`;
  if (properties === undefined) return type === "integer" ? "number" : (type ?? "unknown");
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(field)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

if (import.meta.filename === process.argv[1])
  writeFileSync(new URL("../docs/api/methods.md", import.meta.url), await methodsPage());
