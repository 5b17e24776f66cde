import type { ResponseOf } from "../../protocol/tasks/index.ts";
import { readTargetable, type Targetable } from "../model/targeting.ts";

/**
 * What a seller of the public standard can keep packages to, by its capabilities; undefined where they do not speak of it.
 * Release 3.1 has a word of its own for caps. Where the standard has no word, as 3.0 for caps and both for devices and
 * dayparts, who targets at all is taken to know them: it must refuse what it cannot do.
 */
export function targetableBy({
  media_buy,
  adcp,
  specialisms = [],
}: Pick<ResponseOf<"get_capabilities">, "media_buy" | "adcp" | "specialisms">): Targetable | undefined {
  if (media_buy === undefined) return undefined;
  const { execution, features, frequency_capping: caps } = media_buy;
  const told = execution?.targeting;
  const claims = (name: string) => (specialisms.includes(name) ? true : undefined);
  const lists = features?.property_list_filtering ?? claims("property-lists");
  const collectionLists = claims("collection-lists");
  if ([told, caps, lists, collectionLists].every((one) => one === undefined)) return undefined;
  const hasWordForCaps = adcp?.supported_versions?.some((version) => version !== "3.0") === true;
  return {
    ...(told !== undefined && {
      devices: true,
      dayparts: true,
      ...(!hasWordForCaps && { frequencyCap: true }),
      ...readTargetable(told),
    }),
    ...(caps !== undefined && { frequencyCap: countsPeople(caps) }),
    ...(lists !== undefined && { propertyLists: lists }),
    ...(collectionLists !== undefined && { collectionLists }),
  };
}

/** Whether caps can be for people and over days; lists that are not told leave nothing out. */
function countsPeople({
  supported_per_units: units = ["individuals"],
  supported_window_units: windows = ["days"],
}: Readonly<Record<string, unknown>>): boolean {
  const has = (list: unknown, word: string) => !Array.isArray(list) || list.includes(word);
  return has(units, "individuals") && has(windows, "days");
}
