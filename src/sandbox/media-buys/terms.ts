import { z } from "zod";
import { lenient, looseFields } from "../../lib/described.ts";
import type { PackageRequest } from "../../protocol/records/media-buy.ts";
import { Refusal } from "../refusal.ts";

/** No count agrees with another to the last impression. */
const leastVariance = 5;
/** Days after the flight that counts are taken to: live, three or seven. */
const windows = ["live", "c3", "c7"];

const termsSchema = looseFields({
  billing_measurement: lenient(
    looseFields({ max_variance_percent: lenient(z.number()), measurement_window: lenient(z.string()) }),
  ),
});

/** Refuses orders whose counts would have to agree better, or be waited for longer, than these sellers can promise. */
export function checkTerms(packages: readonly Pick<PackageRequest, "measurement_terms">[]): void {
  packages.forEach(({ measurement_terms }, i) => {
    const billing = termsSchema.safeParse(measurement_terms).data?.billing_measurement;
    const { max_variance_percent: variance, measurement_window: window } = billing ?? {};
    const field = `packages[${i}].measurement_terms.billing_measurement`;
    if (variance !== undefined && variance < leastVariance)
      throw new Refusal(
        "TERMS_REJECTED",
        `counts may differ by ${leastVariance} percent at least; asked for ${variance}`,
        `${field}.max_variance_percent`,
      );
    if (window !== undefined && !windows.includes(window))
      throw new Refusal(
        "TERMS_REJECTED",
        `counts are taken to one of ${windows.join(", ")}; asked for ${window}`,
        `${field}.measurement_window`,
      );
  });
}
