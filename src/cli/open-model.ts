import { type Model, noModel } from "../llm/model.ts";
import type { Session } from "./session.ts";
import { UsageError } from "./usage-error.ts";

/** The model that the settings name; loaded when it is asked for the first time. */
export function openModel({ settings, secrets }: Pick<Session, "settings" | "secrets">): Model {
  const { model_provider: provider = "none", model_name: name, model_url: baseUrl } = settings;
  if (provider === "none") return noModel;
  if (name === undefined) throw new UsageError(`model_name: say which model of ${provider} reads briefs`);
  if (provider === "openai-compatible" && baseUrl === undefined)
    throw new UsageError("model_url: an openai-compatible model needs the base URL of its API");
  return {
    ask: async (question, inputs, options) => {
      const { providedModel } = await import("../llm/provider.ts");
      const model = providedModel({
        provider,
        name,
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(secrets.modelKey === undefined ? {} : { apiKey: secrets.modelKey }),
      });
      return model.ask(question, inputs, options);
    },
  };
}
