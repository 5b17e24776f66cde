import { lifecycleTools } from "../../../protocol/dialects/adcp/compact/lifecycle.ts";
import { get_capabilities } from "../../../protocol/dialects/adcp/tasks/get_capabilities.ts";
import { channels as standardChannels } from "../../../protocol/records/product.ts";
import { webhookProfile } from "../../../protocol/signing/profile.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import { names, type PublicRelease, since } from "../../../protocol/tasks/names.ts";
import { supportedBilling } from "../../account-book.ts";
import type { Payload } from "../../payload.ts";
import { dimensions, mostAlternatives } from "../../proposals/terms.ts";
import { scenarioNames } from "../../test-control/control.ts";
import { type Agent, isForTests } from "../../tool.ts";

/** What an agent can do in the words of the public standard. */
export function publicCapabilities(
  agent: Agent,
  capabilities: Payload,
  served: {
    /** All that the agent serves. */
    readonly releases: readonly PublicRelease[];
    /** The one that this answer is in. */
    readonly release: PublicRelease;
    readonly brandFile: string | undefined;
  },
): Payload {
  const { releases, release, brandFile } = served;
  const { supported_tasks: _tasks, version: _version, ...inside } = capabilities;
  const adcp = { supported_versions: [...releases] };
  const identity = brandFile === undefined ? {} : { identity: { brand_json_url: brandFile } };
  return {
    ...get_capabilities.answer.write(
      { ...inside, adcp, ...identity, ...ofKind(agent, release) },
      { release, request: {} },
    ),
  };
}

function ofKind(agent: Agent, release: PublicRelease): Payload {
  const { kind, channels, tools, targeting = {} } = agent;
  const serves = ({ name }: { readonly name: string }) => tools.some(({ task }) => task.name === name);
  switch (kind) {
    case "sales":
      return {
        supported_protocols: ["media_buy"],
        account: {
          require_operator_auth: false,
          supported_billing: [...supportedBilling],
          required_for_products: false,
          ...(serves(tasks.get_account_financials) && { account_financials: true }),
          sandbox: true,
        },
        media_buy: {
          buying_modes: ["brief", "refine"],
          supported_pricing_models: ["cpm", "vcpm", "cpc", "cpa", "cpp", "flat_rate", "time"],
          features: {
            // Since 3.1 that is to take formats by kind too, which no seller here does.
            inline_creative_management: !since(release, "3.1"),
            ...(targeting["property_list"] === true && { property_list_filtering: true }),
            ...(targeting["collection_list"] === true && { collection_list_filtering: true }),
          },
          ...(since(release, "3.1") && { governance_aware: true }),
          ...targetingOf(targeting, release),
          ...(since(release, "3.2") && lifecycleOf(tools)),
          portfolio: {
            primary_channels: standardChannels.filter((channel) => channels.includes(channel)),
          },
        },
        webhook_signing: {
          supported: true,
          profile: names.adcp.webhookTag,
          algorithms: [...webhookProfile.algorithms],
          legacy_hmac_fallback: false,
        },
        specialisms: [
          "sales-guaranteed",
          "sales-non-guaranteed",
          ...(since(release, "3.1") ? ["governance-aware-seller"] : []),
        ],
        ...(isForTests(agent) && { compliance_testing: { scenarios: scenariosOf(release) } }),
      };
    case "creative":
      return {
        supported_protocols: ["creative"],
        creative: {
          has_creative_library: false,
          ...(since(release, "3.1") && { bills_through_adcp: false, supports_evaluator: false }),
          supports_generation: serves(tasks.build_creative),
          supports_transformation: serves(tasks.build_creative),
        },
        ...(serves(tasks.build_creative) && { specialisms: ["creative-template"] }),
      };
    case "signals":
      return {
        supported_protocols: ["signals"],
        signals: { features: { catalog_signals: true } },
        specialisms: ["signal-marketplace"],
      };
    case "governance":
      return {
        supported_protocols: ["governance"],
        governance: {},
        specialisms: ["governance-spend-authority"],
        experimental_features: ["governance.campaign"],
      };
    case "brand":
      return { supported_protocols: ["brand"], brand: {} };
  }
}

/** Exactly the compact tools that are served. */
function lifecycleOf(tools: Agent["tools"]): Payload {
  const lifecycle_tools = tools.map(({ task }) => task.name).filter((name) => lifecycleTools.includes(name));
  const negotiates = lifecycle_tools.includes("refine_proposals");
  return {
    ...(lifecycle_tools.length > 0 && { lifecycle_tools }),
    ...(negotiates && {
      proposal_refinement: { supported_dimensions: [...dimensions], max_alternatives: mostAlternatives },
    }),
  };
}

/** In its first release the standard lists what may be named here, and seeds are not among it. */
function scenariosOf(release: PublicRelease): readonly string[] {
  const unlisted = /^seed_|_arm$|_completion$/;
  return scenarioNames.filter((name) => since(release, "3.1") || !unlisted.test(name));
}

/** What orders can be targeted by: caps have a word of their own since 3.1, devices and dayparts have none. */
function targetingOf(targeting: Payload, release: PublicRelease): Payload {
  const {
    frequency_cap,
    device_type: _,
    daypart_targets: __,
    property_list: ___,
    collection_list: ____,
    ...capabilities
  } = targeting;
  return {
    ...(Object.keys(capabilities).length > 0 && { execution: { targeting: capabilities } }),
    ...(frequency_cap === true &&
      since(release, "3.1") && {
        frequency_capping: {
          supported_per_units: ["individuals"],
          supported_window_units: ["days", "campaign"],
        },
      }),
  };
}
