import { z } from "zod";

/** More than any campaign costs in any currency; below it, minor units stay exact. */
const largest = 1e12;

/** A plain number in the major unit of the currency that goes with it. */
export const amountSchema = z.number().nonnegative().max(largest);

/** A relative change of an amount. */
export const changeSchema = z.number().min(-largest).max(largest);
