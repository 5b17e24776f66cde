import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

/**
 * Writes `sbom.cdx.json`, the bill of materials (CycloneDX) of what is installed with flightdesk, and `docs/licences.md`, the
 * licences of it. Both follow from package-lock.json alone, so that they are the same on every machine.
 */

const component = z.looseObject({
  name: z.string(),
  version: z.string(),
  scope: z.string(),
  licenses: z
    .array(
      z.looseObject({
        license: z.looseObject({ id: z.string().optional(), name: z.string().optional() }).optional(),
        expression: z.string().optional(),
      }),
    )
    .default([]),
});
const bill = z.object({
  $schema: z.string(),
  bomFormat: z.string(),
  specVersion: z.string(),
  version: z.number(),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(component),
  dependencies: z.array(z.unknown()),
});

type Component = z.infer<typeof component>;

function listDependencies() {
  const written = execFileSync(
    "npm",
    ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"],
    { encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  const parsed = bill.parse(JSON.parse(written));
  const { name } = z.object({ name: z.string() }).parse(JSON.parse(readFileSync("package.json", "utf8")));
  // Neither when nor by which release of npm it was written is a fact about the package.
  const { $schema, bomFormat, specVersion, version, metadata, components, dependencies } = parsed;
  return {
    $schema,
    bomFormat,
    specVersion,
    version,
    metadata: { component: { ...metadata.component, name } },
    components,
    dependencies,
  };
}

function licenceOf({ licenses }: Component) {
  const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "");
  return named.filter((text) => text !== "").join(", ") || "not declared";
}

function licencesPage(components: readonly Component[]) {
  const counts = new Map<string, number>();
  for (const one of components) counts.set(licenceOf(one), (counts.get(licenceOf(one)) ?? 0) + 1);
  const rows = components.map(
    (one) =>
      `| ${one.name} | ${one.version} | ${licenceOf(one)}${one.scope === "optional" ? ", optional" : ""} |`,
  );
  return `# Licences of what is installed with flightdesk

For whoever has to clear flightdesk for use. \`npm run sbom\` writes this page and \`sbom.cdx.json\` (CycloneDX) from the lock file.

${[...counts]
  .toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], "en"))
  .map(([licence, count]) => `- ${licence}: ${count}`)
  .join("\n")}

| package | version | licence |
| --- | --- | --- |
${rows.join("\n")}
`;
}

const list = listDependencies();
writeFileSync("sbom.cdx.json", `${JSON.stringify(list, null, 1)}\n`);
writeFileSync("docs/licences.md", licencesPage(list.components));
console.log(`${list.components.length} packages: sbom.cdx.json, docs/licences.md`);
