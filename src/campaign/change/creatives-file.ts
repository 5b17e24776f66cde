import { z } from "zod";
import { each, fields } from "../../lib/described.ts";
import { assetSchema, type Creative } from "../../protocol/records/creative.ts";

/** `creatives.yaml`: what a line is to run from now on. */
export const creativesFileSchema = fields({
  creatives: each({
    id: z
      .string()
      .trim()
      .min(1)
      .meta({ description: "Your own id of the creative; a changed creative has a new one." }),
    name: z.string().trim().min(1).meta({ description: "Name for people." }),
    format: fields({
      agent_url: z.url({ protocol: /^(https?|urn)$/ }).meta({
        description: "Agent that defines the format, or urn:format-kind: and a kind of the standard's.",
      }),
      id: z.string().trim().min(1).meta({ description: "The format's id at that agent." }),
    }).meta({ description: "The format it is made for." }),
    assets: z
      .record(z.string(), assetSchema)
      .meta({ description: "Assets by the role they have in the format." }),
  })
    .min(1)
    .max(100)
    .meta({ description: "All that the line runs; what is not named stops running." }),
}).meta({ title: "flightdesk creatives", description: "Creatives that a running line is given." });

export function creativesIn({ creatives }: z.output<typeof creativesFileSchema>): Creative[] {
  return creatives.map(({ id, name, format, assets }) => ({
    creative_id: id,
    name,
    format_id: format,
    assets,
  }));
}
