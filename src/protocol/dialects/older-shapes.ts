import { isObject } from "../../lib/json-object.ts";
import type { TaskName } from "../tasks/index.ts";

/** One field that the contract shows in two shapes. Both functions give undefined for a value that they cannot turn. */
export interface OlderShape {
  readonly tasks: readonly TaskName[];
  readonly newer: string;
  readonly older: string;
  readonly toOlder: (value: unknown) => unknown;
  readonly toNewer: (value: unknown) => unknown;
}

/** Where the contract shows an older request shape beside the newer one. `start_time` keeps its name and changes its type. */
export const olderShapes: readonly OlderShape[] = [
  {
    tasks: ["get_products", "create_media_buy", "build_creative"],
    newer: "brand",
    older: "brand_manifest",
    toOlder: (brand) => {
      const domain = isObject(brand) ? brand["domain"] : undefined;
      return typeof domain === "string" ? { url: `https://${domain}` } : undefined;
    },
    toNewer: (manifest) => {
      const url = isObject(manifest) ? manifest["url"] : undefined;
      return typeof url === "string" && URL.canParse(url) ? { domain: new URL(url).hostname } : undefined;
    },
  },
  {
    tasks: ["create_media_buy"],
    newer: "start_time",
    older: "start_time",
    toOlder: (start) => {
      if (typeof start !== "string") return undefined;
      return start === "asap" ? { type: "asap" } : { type: "scheduled", datetime: start };
    },
    toNewer: (start) => {
      if (!isObject(start)) return undefined;
      if (start["type"] === "asap") return "asap";
      return start["type"] === "scheduled" ? start["datetime"] : undefined;
    },
  },
  {
    tasks: ["build_creative"],
    newer: "target_format_ids",
    older: "target_format_id",
    // The older shape knows one target: several stay as they are.
    toOlder: onlyItem,
    toNewer: (id) => [id],
  },
  {
    tasks: ["activate_signal"],
    newer: "destinations",
    older: "deployments",
    toOlder: (targets) => targets,
    toNewer: (targets) => targets,
  },
  {
    tasks: ["list_creative_formats"],
    newer: "type",
    older: "format_types",
    toOlder: (type) => [type],
    toNewer: onlyItem,
  },
];

function onlyItem(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : undefined;
}
