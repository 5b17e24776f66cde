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

/** The task calls in a JSON-RPC request's body. */
export function callsIn(body: string | undefined): readonly Call[] {
  const parsed: unknown = JSON.parse(body || "[]");
  return [parsed].flat().flatMap((message) => {
    const call = messageSchema.safeParse(message).data;
    return call === undefined
      ? []
      : [{ id: call.id, tool: call.params.name, arguments: call.params.arguments }];
  });
}
