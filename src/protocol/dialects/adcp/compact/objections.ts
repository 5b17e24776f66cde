import { z } from "zod";
import { isObject, type JsonObject } from "../../../../lib/json-object.ts";
import { tasks } from "../../../tasks/index.ts";
import { names, type PublicRelease } from "../../../tasks/names.ts";
import { orderObjections } from "../order-objections.ts";
import type { Carried } from "./lifecycle.ts";

/** What else carries what a compact change cannot, by how its path begins. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [
    /creative/,
    "creatives are brought by sync_creatives, under the right replace_creative; what runs there already is not taken out by it",
  ],
  [/^(start_time|end_time|new_packages)/, "dates and packages change by a new proposal"],
];

/** What a compact change has no place for, by the paths that the request has on the wire: nothing of it is ever left out. */
export function compactObjections(
  tool: Exclude<Carried["tool"], "list_products">,
  release: PublicRelease,
  sent: JsonObject,
): string[] {
  const { [names.adcp.versionField]: _, [names.adcp.majorVersionField]: __, ...request } = sent;
  const issues = tasks[tool].request.safeParse(request).error?.issues ?? [];
  const own = issues.flatMap((issue) =>
    pathsOf(issue).map((path) => {
      const instead = elsewhere.find(([begins]) => begins.test(path))?.[1] ?? issue.message;
      return `${tool} takes no ${path}: ${instead}`;
    }),
  );
  return tool === "buy_products" ? [...own, ...ofOrder(release, request)] : own;
}

function pathsOf(issue: z.core.$ZodIssue): string[] {
  const paths =
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.map((path) => z.core.toDotPath(path));
}

/** The same that a release has against any order, with the brand that the account may name instead. */
function ofOrder(release: PublicRelease, { purchases, ...request }: JsonObject): string[] {
  const { account } = request;
  const brand = request["brand"] ?? (isObject(account) ? account["brand"] : undefined);
  return orderObjections(release, { ...request, brand, packages: purchases }).map((words) =>
    words.replace(": packages", ": purchases"),
  );
}
