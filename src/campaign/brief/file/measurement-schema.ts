import { z } from "zod";
import { viewabilityStandards } from "../../model/brief.ts";
import { kpiMetrics } from "../../model/kpi.ts";

export const share = z.union([z.string().regex(/^\d+(?:\.\d+)?\s?%$/), z.number()]);

const vendor = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/)
  .meta({ description: "Who measures it, by domain.", examples: ["measures.example"] });

const leastRate = {
  at_least: share.meta({
    description: "Least part of impressions: a percentage or a fraction of 1.",
    examples: ["70%"],
  }),
  vendor: vendor.optional(),
};

const days = (description: string, example: number) =>
  z
    .int()
    .positive()
    .optional()
    .meta({ description, examples: [example] });

/** The fields of `brief.yaml` that say what success is and how it is measured. */
export const measurementShape = {
  kpi: z
    .strictObject({
      metric: z.enum(kpiMetrics).meta({ description: "What success is measured by.", examples: ["cpm"] }),
      target: z
        .number()
        .positive()
        .meta({
          description:
            "Currency units for costs, 0 to 1 for rates and lift, times what is spent for ROAS, else a count.",
          examples: [12.5],
        }),
    })
    .optional()
    .meta({ description: "The figure to reach.", examples: [{ metric: "cpm", target: 12.5 }] }),
  measurement: z
    .strictObject({
      viewability: z
        .strictObject({
          ...leastRate,
          standard: z
            .enum(viewabilityStandards)
            .optional()
            .meta({ description: "What counts as in view; mrc where absent.", examples: ["mrc"] }),
        })
        .optional()
        .meta({ description: "How much of it is to be in view.", examples: [{ at_least: "70%" }] }),
      completion: z
        .strictObject(leastRate)
        .optional()
        .meta({
          description: "How much video and audio is to be seen or heard to its end.",
          examples: [{ at_least: "80%" }],
        }),
      counted_by: vendor.optional().meta({
        description: "Third party whose count is paid by, by domain.",
        examples: ["measures.example"],
      }),
      attribution: z
        .strictObject({
          click_days: days("Days after a click in which an action counts.", 30),
          view_days: days("Days after a view in which an action counts.", 1),
        })
        .optional()
        .meta({ description: "How long actions count.", examples: [{ click_days: 30, view_days: 1 }] }),
    })
    .optional()
    .meta({
      description: "How delivery is to be counted, and what it is to come up to.",
      examples: [{ viewability: { at_least: "70%" } }],
    }),
};
