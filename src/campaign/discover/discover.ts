import { AsyncResource } from "node:async_hooks";
import PQueue from "p-queue";
import { type Brief, mayBeAnyChannel } from "../../brief/brief.ts";
import { isNamedBy } from "../../lib/address.ts";
import { channelNames } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { Read } from "../../protocol/client/calls.ts";
import type { TaskError } from "../../protocol/messages/errors.ts";
import { oneForEachAddress, type RegistryEntry } from "../../protocol/registry/registry-entry.ts";
import type { ResponseOf } from "../../protocol/tasks/index.ts";
import { signalSearch } from "../model/offers/signal.ts";
import { readTargetable, type Targetable } from "../model/people/targeting.ts";
import type { Authorise, KeysPinned } from "../model/sellers/authorisation.ts";
import { avoidedSellers, isMeant, onlySellers } from "../model/sellers/named-sellers.ts";
import {
  type CreativeAgent,
  type KnownFormat,
  makesProposals,
  type Seller,
  type SellerGroup,
  type SignalsAgent,
  type UnaskedAgent,
} from "../model/sellers/seller.ts";
import type { CampaignEvent } from "../model/state/events.ts";
import type { CampaignSettings, Ports } from "../model/state/ports.ts";
import { accountAt } from "./account-at.ts";
import { groupSellers, type KnownAgent } from "./group-sellers.ts";
import { publishersOf } from "./publishers.ts";

/** Agents of each kind that are asked what they can do: a registry must not make us call the whole web. */
const mostAsked = 1_000;

/** What is written down of it. Each agent that can be called is in one of the groups. */
type Discovered = Required<Omit<Extract<CampaignEvent, { type: "sellers-discovered" }>, "type">>;

/**
 * Brief -> agents: every seller in the registry, eligible or not with the reasons, the agents that build creatives
 * with their formats, and, where the brief asks for an audience, those that offer signals. A seller that does not answer is
 * a line in the list; a registry that does not answer is an error.
 */
export async function discover(
  brief: Brief,
  ports: Pick<Ports, "searchRegistry" | "read"> & {
    readonly authorise: Authorise;
    readonly keysPinned: KeysPinned;
    readonly settings: Pick<CampaignSettings, "accounts" | "separateSellers" | "concurrency">;
    readonly progress: (line: string) => void;
  },
): Promise<Discovered> {
  const [everybody, builders, signallers, ...byChannel] = await Promise.all([
    ports.searchRegistry({ capability: "get_products" }),
    ports.searchRegistry({ capability: "build_creative" }),
    signalSearch(brief) === undefined ? [] : ports.searchRegistry({ capability: "get_signals" }),
    ...brief.channels.map((channel) => ports.searchRegistry({ capability: "get_products", channel })),
  ]);
  const fits = mayBeAnyChannel(brief) ? everybody : byChannel.flat();
  const fitting = new Set(fits.map(({ agentUrl }) => agentUrl));
  const all = oneForEachAddress([...everybody, ...byChannel.flat()]);
  const rank = (entry: RegistryEntry) => (isNamed(entry, brief) ? 0 : fitting.has(entry.agentUrl) ? 1 : 2);
  const listed = all.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostAsked);
  const queue = new PQueue({ concurrency: ports.settings.concurrency });
  const each = <Found>(entries: readonly RegistryEntry[], ask: (entry: RegistryEntry) => Promise<Found>) =>
    queue.addAll(entries.slice(0, mostAsked).map((entry) => AsyncResource.bind(() => ask(entry))));
  ports.progress(`${all.length} sellers in the registry, ${fitting.size} of them fit`);
  const names = idsOf([...listed, ...oneForEachAddress(builders), ...oneForEachAddress(signallers)]);
  const known = new Map<string, KnownAgent>();
  const note = (entry: RegistryEntry, more: Pick<KnownAgent, "keys" | "account"> = {}) => {
    const { domain, otherNames = [], agentUrl } = entry;
    const id = names.get(agentUrl) ?? domain;
    known.set(id, { ...known.get(id), id, agentUrl, names: [domain, ...otherNames], ...more });
  };
  const asSeller = async (entry: RegistryEntry): Promise<Seller> => {
    const { domain, name, otherNames, agentUrl, channels, obstacle } = entry;
    const listedAs = { id: names.get(agentUrl) ?? domain, domain, name, otherNames, agentUrl, channels };
    if (obstacle !== undefined)
      return { ...listedAs, tasks: entry.capabilities, barred: true, eligible: false, reasons: [obstacle] };
    const declared = await capabilities(entry, ports.read);
    const publishers = await publishersOf(entry, declared, ports.read);
    const authorisation = await ports.authorise(agentUrl, publishers);
    const fits = fitting.has(agentUrl);
    const wanted = ports.settings.accounts?.[agentUrl];
    const status = await eligibility(entry, declared, { brief, fits, wanted, read: ports.read });
    note(entry, {
      keys: await ports.keysPinned(agentUrl, publishers),
      account: status.account?.account_id,
    });
    const { tasks = entry.capabilities, replayWindowSeconds, seller } = declared;
    return { ...listedAs, ...seller, tasks, replayWindowSeconds, authorisation, ...status };
  };
  const unasked = new Map<string, UnaskedAgent>();
  const supporting = async (entry: RegistryEntry, does: string): Promise<SignalsAgent> => {
    const declared = await capabilities(entry, ports.read);
    const id = names.get(entry.agentUrl) ?? entry.domain;
    const reason = declared.silence ?? unrepeatable(declared);
    if (reason !== undefined) unasked.set(id, { id, reason: `${does}: ${reason}` });
    return { id, agentUrl: entry.agentUrl, replayWindowSeconds: declared.replayWindowSeconds };
  };
  const [sellers, signalsAgents, creativeAgents] = await Promise.all([
    each(listed, asSeller),
    each(callable(signallers), (entry) => supporting(entry, "offers signals")),
    each(callable(builders), async (entry): Promise<CreativeAgent> => {
      const [agent, formats] = await Promise.all([
        supporting(entry, "builds creatives"),
        formatsOf(entry.agentUrl, ports.read),
      ]);
      return { ...agent, formats };
    }),
  ]);
  if (all.length > mostAsked)
    unasked.set("", {
      id: `${all.length - mostAsked} other sellers`,
      reason: `were not asked: the registry lists ${all.length}, and ${mostAsked} are asked at most, first whom the brief names and who sells in its channels`,
    });
  for (const entry of callable([...signallers, ...builders]))
    if (!known.has(names.get(entry.agentUrl) ?? entry.domain)) note(entry);
  const groups = groupSellers([...known.values()], ports.settings.separateSellers);
  return {
    groups,
    sellers: asNamed(sellers.map(inGroup(groups)), groups, brief).sort(
      (a, b) => Number(b.eligible) - Number(a.eligible) || (a.id < b.id ? -1 : 1),
    ),
    creativeAgents: creativeAgents.filter(({ replayWindowSeconds }) => replayWindowSeconds !== undefined),
    signalsAgents: signalsAgents.filter(({ replayWindowSeconds }) => replayWindowSeconds !== undefined),
    unasked: [...unasked.values()].filter(({ id }) => !sellers.some((seller) => seller.id === id)),
  };
}

interface Declared {
  readonly replayWindowSeconds?: number;
  /** What is kept of it as the seller's. */
  readonly seller?: Pick<
    Seller,
    "targetable" | "ordersNoSignals" | "takesNoRefinements" | "proposes" | "negotiates" | "showsFinancials"
  >;
  readonly publisherDomains?: readonly string[];
  /** That the agent itself says it serves. */
  readonly tasks?: readonly string[];
  /** Whether it buys under accounts alone that it opened itself. */
  readonly opensAccounts?: boolean;
  readonly silence?: string;
}

export async function capabilities({ agentUrl, obstacle }: RegistryEntry, read: Read): Promise<Declared> {
  if (obstacle !== undefined) return { silence: obstacle, tasks: [] };
  const answer = await read(agentUrl, "get_capabilities", {}, { tries: 2 });
  if (answer.type === "failed") return { silence: silenceOf(answer.error) };
  if (answer.type === "pending")
    return { silence: "does not say what it can do: it answers with a task to wait for" };
  const {
    idempotency,
    publisher_domains: publisherDomains,
    supported_tasks: tasks,
    account,
    orders_signals: ordersSignals,
    takes_briefs: takesBriefs,
    media_buy: sales,
  } = answer.payload;
  return {
    publisherDomains,
    tasks,
    opensAccounts: account?.require_operator_auth,
    replayWindowSeconds: idempotency?.supported === true ? idempotency.replay_ttl_seconds : undefined,
    seller: {
      targetable: targetableBy(answer.payload),
      ordersNoSignals: ordersSignals === false || undefined,
      takesNoRefinements:
        takesBriefs === false || sales?.buying_modes?.includes("refine") === false || undefined,
      proposes: makesProposals(sales?.lifecycle_tools ?? []),
      negotiates: sales?.proposal_refinement?.supported_dimensions,
      showsFinancials: account?.account_financials === true || undefined,
    },
  };
}

/** Why nothing is known of an agent: what keeps us from asking it is ours to mend. */
function silenceOf({ code, message }: Pick<TaskError, "code" | "message">): string {
  if (code === "VERSION_UNSUPPORTED") return message;
  const isOurs = code === "CREDENTIAL_UNUSABLE" || code === "ADDRESS_REFUSED";
  return isOurs ? `is not asked: ${message}` : `does not say what it can do: ${message}`;
}

/** Whether it may be bought from and under which account, or why not. */
async function eligibility(
  entry: RegistryEntry,
  declared: Declared,
  { brief, fits, wanted, read }: { brief: Brief; fits: boolean; wanted: string | undefined; read: Read },
): Promise<Pick<Seller, "account" | "silent" | "barred" | "eligible" | "unbuyable" | "reasons">> {
  const unfit = reasonsAgainst(entry, brief, fits, declared);
  const unsafe = unrepeatable(declared);
  if (unsafe !== undefined) {
    const unbuyable = `cannot be bought from: ${unsafe}`;
    return { eligible: unfit.length === 0, unbuyable, reasons: [...unfit, unbuyable] };
  }
  if (unfit.length > 0) {
    const isSilent = declared.silence !== undefined && unfit.length === 1;
    return { ...(isSilent && { silent: true, barred: true }), eligible: false, reasons: unfit };
  }
  if (declared.opensAccounts !== true) return { eligible: true, reasons: [] };
  const found = await accountAt(entry.agentUrl, { brief, wanted }, read);
  return found.type === "one"
    ? { account: found.account, eligible: true, reasons: [] }
    : { barred: true, eligible: false, reasons: [found.reason] };
}

function reasonsAgainst(entry: RegistryEntry, brief: Brief, fits: boolean, declared: Declared): string[] {
  const reasons: string[] = [];
  if (!fits)
    reasons.push(
      `sells ${channelNames(entry.channels) || "nothing named"}; the brief asks for ${channelNames(brief.channels)}`,
    );
  if (!(declared.tasks ?? entry.capabilities).includes("create_media_buy"))
    reasons.push("cannot be bought from: it does not serve create_media_buy");
  if (declared.silence !== undefined) reasons.push(declared.silence);
  return reasons;
}

function unrepeatable({ silence, replayWindowSeconds }: Declared): string | undefined {
  return silence === undefined && replayWindowSeconds === undefined
    ? "an order that has to be sent again could be bought twice there"
    : undefined;
}

/** Groups a seller with those that it is one with. */
function inGroup(groups: readonly SellerGroup[]): (seller: Seller) => Seller {
  const byMember = new Map(groups.flatMap((group) => group.members.map((id) => [id, group] as const)));
  return (seller) => {
    const group = byMember.get(seller.id);
    return group === undefined || group.id === seller.id ? seller : { ...seller, groupId: group.id };
  };
}

/** Whom the brief avoids is avoided under each of its names; where it names whom it buys from, all others are. */
function asNamed(sellers: readonly Seller[], groups: readonly SellerGroup[], brief: Brief): Seller[] {
  const { excludedSellers } = brief.limits;
  const isCalled = (name: string) => excludedSellers.some((written) => isNamedBy(name, written));
  const known = new Map(groups.map((group) => [group.id, group]));
  const [avoided, only] = [avoidedSellers(brief, sellers), onlySellers(brief, sellers)];
  return sellers.map((seller) => {
    const { id, groupId = id, reasons } = seller;
    const group = known.get(groupId);
    const against = (reason: string) => ({ ...seller, eligible: false, reasons: [...reasons, reason] });
    if (avoided.has(groupId) || group?.names.some(isCalled) === true) {
      const isOwn = excludedSellers.some((written) => isMeant(seller, written));
      return against(`excluded by the brief${isOwn ? "" : `: ${group?.why}`}`);
    }
    return only?.has(groupId) === false
      ? against("is not among the sellers that the brief buys from")
      : seller;
  });
}

/** Whether the brief buys from it alone, or from few others. */
function isNamed({ domain, otherNames = [] }: RegistryEntry, { limits: { onlySellers: wanted } }: Brief) {
  return wanted?.some((written) => [domain, ...otherNames].some((own) => isNamedBy(own, written))) === true;
}

function callable(entries: readonly RegistryEntry[]): RegistryEntry[] {
  return oneForEachAddress(entries).filter(({ obstacle }) => obstacle === undefined);
}

/** An agent's id is its domain; where a domain hosts several, the path distinguishes them, and where it does not, the whole address. */
export function idsOf(entries: readonly RegistryEntry[]): Map<string, string> {
  const byDomain = groupBy(oneForEachAddress(entries), ({ domain }) => domain);
  return new Map(
    [...byDomain].flatMap(([domain, all]) => {
      const byPath = groupBy(all, ({ agentUrl }) => new URL(agentUrl).pathname.replace(/\/mcp\/?$/, ""));
      return [...byPath].flatMap(([path, there]) =>
        there.map(({ agentUrl }): [string, string] => {
          if (all.length === 1) return [agentUrl, domain];
          return [agentUrl, there.length === 1 ? `${domain}${path}` : `${domain}@${agentUrl}`];
        }),
      );
    }),
  );
}

/** The formats that an agent builds or accepts, as it lists them; undefined where it does not say. */
async function formatsOf(agentUrl: string, read: Read): Promise<KnownFormat[] | undefined> {
  const answer = await read(agentUrl, "list_creative_formats", {}, { tries: 2 });
  if (answer.type !== "answered") return undefined;
  return answer.payload.formats.map(({ format_id, name, type, assets_required, renders, is_responsive }) => ({
    format_id,
    name,
    type,
    assets_required,
    renders,
    is_responsive,
  }));
}

/**
 * What a seller of the public standard can keep packages to, by its capabilities; undefined where they do not say. Release 3.1
 * has a word of its own for caps. Where the standard has no word, as 3.0 for caps and both for devices and dayparts, who targets
 * at all is taken to know them: it must refuse what it cannot do.
 */
function targetableBy(
  capabilities: Pick<ResponseOf<"get_capabilities">, "media_buy" | "adcp" | "specialisms">,
): Targetable | undefined {
  const { media_buy, adcp, specialisms = [] } = capabilities;
  if (media_buy === undefined) return undefined;
  const { execution, features, frequency_capping: caps } = media_buy;
  const targeting = execution?.targeting;
  const hasWordForCaps = adcp?.supported_versions?.some((version) => version !== "3.0") === true;
  const targetable: Targetable = {
    ...(targeting && {
      devices: true,
      dayparts: true,
      ...(!hasWordForCaps && { frequencyCap: true }),
      ...readTargetable(targeting),
    }),
    ...(caps && { frequencyCap: countsPeople(caps) }),
    ...listsKept(features, specialisms),
  };
  return Object.keys(targetable).length > 0 ? targetable : undefined;
}

type Features = NonNullable<ResponseOf<"get_capabilities">["media_buy"]>["features"];

function listsKept(features: Features, specialisms: readonly string[]): Targetable {
  const claims = (name: string) => specialisms.includes(name) || undefined;
  const propertyLists = features?.property_list_filtering ?? claims("property-lists");
  const collectionLists = features?.collection_list_filtering ?? claims("collection-lists");
  return {
    ...(propertyLists !== undefined && { propertyLists }),
    ...(collectionLists !== undefined && { collectionLists }),
  };
}

/** Whether caps can be for people and over days; lists that are absent leave nothing out. */
function countsPeople({
  supported_per_units: units = ["individuals"],
  supported_window_units: windows = ["days"],
}: Readonly<Record<string, unknown>>): boolean {
  const has = (list: unknown, word: string) => !Array.isArray(list) || list.includes(word);
  return has(units, "individuals") && has(windows, "days");
}
