import { completable, fromJsonSchema, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
const text = (said: string) => ({ type: "text" as const, text: said });
const image = { type: "image" as const, data: png, mimeType: "image/png" };
const embedded = (uri: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType: "text/plain", text: "what is embedded" },
});

/** What the public conformance suite expects to find: its own tools, resources and prompts, by its names. */
export function conformanceServer(): McpServer {
  const server = new McpServer(
    { name: "what the suite asks for", version: "0" },
    { capabilities: { logging: {}, resources: { subscribe: true } } },
  );
  registerTools(server);
  registerResources(server);
  registerPrompts(server);
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
  return server;
}

function registerTools(server: McpServer): void {
  const answers = {
    test_simple_text: [text("This is a simple text response for testing.")],
    test_image_content: [image],
    test_audio_content: [{ type: "audio" as const, data: wav, mimeType: "audio/wav" }],
    test_embedded_resource: [embedded("test://embedded-resource")],
    test_multiple_content_types: [text("three kinds"), image, embedded("test://mixed-content-resource")],
  };
  for (const [name, content] of Object.entries(answers))
    server.registerTool(name, { description: name }, () => ({ content }));
  server.registerTool(
    "json_schema_2020_12_tool",
    {
      description: "has words of JSON Schema that a library might drop",
      inputSchema: fromJsonSchema({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: {
          address: {
            type: "object",
            properties: { street: { type: "string" }, city: { type: "string" } },
          },
        },
        properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
        additionalProperties: false,
      }),
    },
    () => ({ content: [text("read")] }),
  );
  server.registerTool("test_error_handling", { description: "fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool("test_tool_with_logging", { description: "logs" }, async ({ mcpReq }) => {
    for (const data of ["begun", "under way", "ended"]) await mcpReq.log("info", data);
    return { content: [text("logged")] };
  });
  server.registerTool(
    "test_tool_with_progress",
    { description: "tells how far it is" },
    async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken ?? 0;
      for (const progress of [0, 50, 100]) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: "notifications/progress", params });
      }
      return { content: [text("done")] };
    },
  );
  registerQuestions(server);
}

const form = (properties: Record<string, object>) => ({
  mode: "form" as const,
  message: "what the suite asks for",
  requestedSchema: { type: "object" as const, properties } as never,
});

/** What asks the client back within a call. */
function registerQuestions(server: McpServer): void {
  server.registerTool(
    "test_sampling",
    { description: "asks for a model's words", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: "user" as const, content: text(prompt) }];
      const { content } = await mcpReq.requestSampling(
        { messages, maxTokens: 100 },
        { relatedRequestId: mcpReq.id },
      );
      return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
    },
  );
  const asks = (name: string, properties: Record<string, object>) =>
    server.registerTool(
      name,
      { description: "asks with a form", inputSchema: z.object({ message: z.string().optional() }) },
      async (_given, { mcpReq }) => {
        const { action, content } = await mcpReq.elicitInput(form(properties), {
          relatedRequestId: mcpReq.id,
        });
        return { content: [text(`User response: action=${action}, content=${JSON.stringify(content)}`)] };
      },
    );
  asks("test_elicitation", {
    username: { type: "string", description: "name" },
    email: { type: "string", description: "address" },
  });
  asks("test_elicitation_sep1034_defaults", {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  });
  const three = ["option1", "option2", "option3"];
  const titled = three.map((value, index) => ({ const: `value${index + 1}`, title: value }));
  asks("test_elicitation_sep1330_enums", {
    untitledSingle: { type: "string", enum: three },
    titledSingle: { type: "string", oneOf: titled },
    legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
    untitledMulti: { type: "array", items: { type: "string", enum: three } },
    titledMulti: { type: "array", items: { anyOf: titled } },
  });
}

function registerResources(server: McpServer): void {
  const read = (uri: string, mimeType: string, contents: { text: string } | { blob: string }) =>
    server.registerResource(uri, uri, { mimeType }, () => ({ contents: [{ uri, mimeType, ...contents }] }));
  read("test://static-text", "text/plain", { text: "This is the content of the static text resource." });
  read("test://static-binary", "image/png", { blob: png });
  read("test://watched-resource", "text/plain", { text: "what is watched" });
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType: "application/json" },
    ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType: "application/json", text: JSON.stringify({ id }) }],
    }),
  );
}

function registerPrompts(server: McpServer): void {
  const user = (...content: (ReturnType<typeof text> | typeof image | ReturnType<typeof embedded>)[]) => ({
    messages: content.map((part) => ({ role: "user" as const, content: part })),
  });
  server.registerPrompt("test_simple_prompt", { description: "simple" }, () => user(text("a simple prompt")));
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      description: "with arguments",
      argsSchema: z.object({ arg1: completable(z.string(), () => ["paris", "park"]), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => user(text(`arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "with a resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => user(embedded(resourceUri), text("look at it")),
  );
  server.registerPrompt("test_prompt_with_image", { description: "with an image" }, () =>
    user(image, text("look at it")),
  );
}
