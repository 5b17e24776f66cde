import { jsonSchema, type ToolSet, tool } from "ai";
import { z } from "zod";

/** Something that a model may ask for in a conversation. What it gives back is JSON; it never throws for what was asked. */
export interface Askable {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  /** Takes what the model wrote, unread. */
  readonly run: (written: unknown) => Promise<Readonly<Record<string, unknown>>>;
}

/** Tools as the AI SDK takes them. */
export type AiTools = ToolSet;

/** The same as the AI SDK's tools. Whoever runs them reads what was written with the schema: it is not read twice. */
export function aiTools(askables: readonly Askable[]): AiTools {
  return Object.fromEntries(
    askables.map(({ name, description, input, run }) => [
      name,
      tool({
        description,
        // What it says of a schema is JSON Schema, in a type of its own.
        inputSchema: jsonSchema(z.toJSONSchema(input, { io: "input" }) as Parameters<typeof jsonSchema>[0]),
        execute: (written: unknown) => run(written),
      }),
    ]),
  );
}
