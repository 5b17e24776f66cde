import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type McpServer, ResourceTemplate, type ServerContext } from "@modelcontextprotocol/server";
import type { Caller } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { callOperation } from "../desk/operations.ts";
import { renderMarkdown } from "../report/renderers/markdown.ts";

interface Resource {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly mimeType: string;
  readonly read: (desk: Desk, caller: Caller, id: string) => Promise<string>;
}

/** What a host may read as a whole, where a tool's answer is cut short. */
const resources: readonly Resource[] = [
  {
    name: "report",
    uri: "flightdesk://campaigns/{id}/report",
    title: "A campaign's report; it quotes sellers",
    mimeType: "text/markdown",
    read: async (desk, caller, campaign) =>
      renderMarkdown((await callOperation("report", desk, { campaign }, caller)).report),
  },
  {
    name: "plan",
    uri: "flightdesk://campaigns/{id}/plan",
    title: "Every line of a campaign's plan; it quotes sellers",
    mimeType: "application/json",
    read: async (desk, caller, campaign) => {
      const { report } = await callOperation("report", desk, { campaign }, caller);
      return JSON.stringify(report.plan ?? null);
    },
  },
  {
    name: "inbox",
    uri: "flightdesk://inbox",
    title: "All that waits for a person, with what would be sent; it quotes agents",
    mimeType: "application/json",
    read: async (desk, caller) => JSON.stringify(await callOperation("inbox", desk, {}, caller)),
  },
  {
    name: "policies",
    uri: "flightdesk://policies",
    title: "The desk's policies in sentences",
    mimeType: "application/json",
    read: async (desk, caller) =>
      JSON.stringify((await callOperation("explain-policies", desk, {}, caller)).files),
  },
  {
    name: "brief-schema",
    uri: "flightdesk://schemas/brief",
    title: "JSON Schema of brief.yaml",
    mimeType: "application/schema+json",
    read: () => Promise.resolve(packaged("schemas/brief.schema.json")),
  },
];

function packaged(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
}

/** `ask` opens the desk for one reading. */
export function registerResources(
  server: McpServer,
  ask: (read: (desk: Desk, caller: Caller) => Promise<string>, context: ServerContext) => Promise<string>,
): void {
  for (const { name, uri, title, mimeType, read } of resources) {
    const contents = async (address: URL, id: string, context: ServerContext) => {
      const text = await ask((desk, caller) => read(desk, caller, id), context);
      return { contents: [{ uri: address.href, mimeType, text }] };
    };
    if (uri.includes("{id}"))
      server.registerResource(
        name,
        new ResourceTemplate(uri, { list: undefined }),
        { title, mimeType },
        (address, { id }, context) => contents(address, String(id), context),
      );
    else
      server.registerResource(name, uri, { title, mimeType }, (address, context) =>
        contents(address, "", context),
      );
  }
}
