import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { z } from "zod";
import { tools } from "../src/tools/tools.ts";

/**
 * Writes `flightdesk-<version>.mcpb`, which hosts of MCP servers install with a click: what is published, and what it depends
 * on as it is installed here, so that it is for this platform alone. Needs a build. The argument is the folder to write to.
 */

const { name, version, description, license, keywords, engines, bin } = z
  .object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.string(),
    keywords: z.array(z.string()),
    engines: z.object({ node: z.string() }),
    bin: z.object({ flightdesk: z.string() }),
  })
  .parse(readJson("package.json"));

/** What the host puts there: a field of `user_config`, or the bundle's folder. */
const given = (field: string) => `\${${field}}`;

/** The manifest of MCPB 0.3. */
export const manifest = {
  manifest_version: "0.3",
  name,
  version,
  description,
  author: { name },
  license,
  keywords,
  server: {
    type: "node",
    entry_point: bin.flightdesk,
    mcp_config: {
      command: "node",
      args: [
        `${given("__dirname")}/${bin.flightdesk}`,
        "mcp",
        "--config",
        given("user_config.settings"),
        "--home",
        given("user_config.home"),
      ],
      env: { FLIGHTDESK_TOKEN: given("user_config.token") },
    },
  },
  tools: tools.map((tool) => ({ name: tool.name, description: tool.description })),
  prompts_generated: true,
  compatibility: { platforms: [process.platform], runtimes: { node: engines.node } },
  user_config: {
    settings: {
      type: "file",
      title: "Settings",
      description: "The desk's flightdesk.yaml; `flightdesk init` writes one.",
      required: true,
    },
    home: {
      type: "directory",
      title: "Home folder",
      description: "Where the desk keeps its ledger: the folder that the command line uses.",
      required: true,
    },
    token: {
      type: "string",
      title: "Token",
      description: "Bearer token for the registry and the governance agent.",
      sensitive: true,
      required: false,
      default: "",
    },
  },
};

/** Paths of what is published, below this folder. */
export function publishedFiles(): string[] {
  const told = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const packed = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })]);
  return packed.parse(JSON.parse(told))[0].files.map(({ path }) => path);
}

/** Folders of the packages that it runs with, as the lock names them; those of other platforms are not here. */
export function runtimePackages(): string[] {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
    .parse(readJson("package-lock.json"));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && dev !== true && existsSync(path))
    .map(([path]) => path);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // Packages within a package are listed by themselves.
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesOf(path);
    return entry.isFile() ? [path] : [];
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

if (import.meta.filename === process.argv[1]) {
  const files = [...publishedFiles(), ...runtimePackages().flatMap(filesOf)];
  const contents = Object.fromEntries(files.map((path) => [path, readFileSync(path)] as const));
  const bundle = join(process.argv[2] ?? ".", `${name}-${version}.mcpb`);
  const described = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(bundle, zipSync({ "manifest.json": described, ...contents }, { level: 6 }));
  console.log(`${bundle}: ${files.length} files`);
}
