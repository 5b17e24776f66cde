import { z } from "zod";

/** One task call as it arrived over the wire. */
export interface Call {
  /** Of the JSON-RPC request. */
  readonly id: unknown;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const messageSchema = z.looseObject({
  id: z.unknown(),
  method: z.literal("tools/call"),
  params: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }),
});

const a2aSchema = z.looseObject({
  id: z.unknown(),
  method: z.enum(["SendMessage", "message/send"]),
  params: z.looseObject({
    message: z.looseObject({
      parts: z.tuple([
        z.looseObject({
          data: z.looseObject({
            skill: z.string(),
            input: z.record(z.string(), z.unknown()).optional(),
            parameters: z.record(z.string(), z.unknown()).optional(),
          }),
        }),
      ]),
    }),
  }),
});

/** The task calls in a JSON-RPC request's body, over MCP or A2A. */
export function callsIn(body: string | undefined): readonly Call[] {
  const parsed: unknown = JSON.parse(body || "[]");
  return [parsed].flat().flatMap((message) => {
    const call = messageSchema.safeParse(message).data;
    const { id, params } = a2aSchema.safeParse(message).data ?? {};
    const data = params?.message.parts[0].data;
    if (data !== undefined) return [{ id, tool: data.skill, arguments: data.input ?? data.parameters ?? {} }];
    return call === undefined
      ? []
      : [{ id: call.id, tool: call.params.name, arguments: call.params.arguments }];
  });
}
