import {
  type CallToolResult,
  type Tool as ListedTool,
  MissingRequiredClientCapabilityError,
} from "@modelcontextprotocol/server";
import type { Toolset } from "../../../../service/edges/mcp/tool-server.ts";
import wideSchema from "./wide-schema.json" with { type: "json" };

type Fixture = { description: string; inputSchema?: ListedTool["inputSchema"]; answer: () => CallToolResult };

/** A red PNG of one pixel. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A WAV file without samples. */
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const text = (words: string) => ({ type: "text" as const, text: words });
const image = { type: "image" as const, data: png, mimeType: "image/png" };

/** Tools that the conformance suite calls by these names. They exist here only. */
const fixtures: Record<string, Fixture> = {
  test_simple_text: {
    description: "Answers with a text.",
    answer: () => ({ content: [text("This is a simple text response for testing.")] }),
  },
  test_image_content: { description: "Answers with an image.", answer: () => ({ content: [image] }) },
  test_audio_content: {
    description: "Answers with audio.",
    answer: () => ({ content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] }),
  },
  test_embedded_resource: {
    description: "Answers with an embedded resource.",
    answer: () => ({
      content: [
        {
          type: "resource",
          resource: {
            uri: "test://embedded-resource",
            mimeType: "text/plain",
            text: "An embedded resource.",
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    description: "Answers with a text, an image and a resource.",
    answer: () => ({
      content: [
        text("Multiple content types test:"),
        image,
        {
          type: "resource",
          resource: { uri: "test://mixed", mimeType: "application/json", text: '{"test":"data"}' },
        },
      ],
    }),
  },
  test_error_handling: {
    description: "Fails always.",
    answer: () => ({
      isError: true,
      content: [text("This tool intentionally returns an error for testing")],
    }),
  },
  test_missing_capability: {
    description: "Needs a client that can sample.",
    answer: () => {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  },
  test_streaming_elicitation: {
    description: "Answers at once, as every tool of this server does.",
    answer: () => ({ content: [text("done")] }),
  },
  test_logging_tool: {
    description: "Logs nothing to the client.",
    answer: () => ({ content: [text("done")] }),
  },
  json_schema_2020_12_tool: {
    description: "Tool with JSON Schema 2020-12 features",
    inputSchema: { ...wideSchema, type: "object" },
    answer: () => ({ content: [text("done")] }),
  },
};

export const fixtureToolset: Toolset = {
  listed: Object.entries(fixtures).map(([name, { description, inputSchema }]) => ({
    name,
    description,
    inputSchema: inputSchema ?? { type: "object", properties: {}, additionalProperties: false },
  })),
  call: (name) => {
    const fixture = Object.hasOwn(fixtures, name) ? fixtures[name] : undefined;
    return fixture === undefined ? null : Promise.resolve().then(fixture.answer);
  },
};
