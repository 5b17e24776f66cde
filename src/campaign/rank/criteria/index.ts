import type { Criterion } from "../criterion.ts";
import { certainty } from "./certainty.ts";
import { completeness } from "./completeness.ts";
import { fit } from "./fit.ts";
import { price } from "./price.ts";
import { scale } from "./scale.ts";

/** The criteria in the order in which they are shown. Their weights add up to 100. */
export const criteria: readonly Criterion[] = [price, fit, scale, certainty, completeness];
