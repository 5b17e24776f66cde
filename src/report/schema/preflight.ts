import { z } from "zod";
import { checkNames } from "../../campaign/preflight/finding.ts";

const result = z
  .enum(["pass", "note", "ask", "block"])
  .describe("note: to be known; ask: a person decides before anything is bought; block: it is not bought");

export const preflightSchema = z
  .strictObject({
    result,
    checks: z.array(
      z.strictObject({
        name: z.enum(checkNames),
        result,
        findings: z.array(
          z.strictObject({
            result,
            where: z.string().describe("field of the brief or line of the plan"),
            what: z.string(),
            todo: z.string().describe("what the brief's author can do"),
            agreed: z.boolean().optional().describe("ask: whether a person has said yes"),
          }),
        ),
      }),
    ),
    refusedBy: z.string().optional().describe("who said no to what was asked"),
  })
  .describe("the checks of the plan before its first buy");
