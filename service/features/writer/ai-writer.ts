import OpenAI, { APIError } from "openai";
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { type AnswerForm, headlinesForm, seoTextsForm, statementForm } from "./answers.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { type SeoWriter, type Writer, WriterError } from "./writer.ts";
import type { AiWriterConfig } from "./writer-config.ts";

/** For each running request so many may wait; a longer queue would only end in the time limit. */
const waitingPerSeat = 4;
/** What a release says, it says at its beginning; the rest would only cost tokens. */
const seoMaterialCharsMax = 20_000;
/** The call of an assistant ends after 20 s: the rules answer it before, for a server that hangs. */
const seoTimeoutMs = 12_000;
/** An answer that cannot be used is asked for once more. */
const attemptsMax = 2;

/** Ways to ask, from the strictest: not every server knows schemas, and some know only the newer name of the token limit. */
type Dialect = { hasSchema: boolean; tokenLimit: "max_tokens" | "max_completion_tokens" };
const dialects: readonly Dialect[] = [
  { hasSchema: true, tokenLimit: "max_tokens" },
  { hasSchema: true, tokenLimit: "max_completion_tokens" },
  { hasSchema: false, tokenLimit: "max_tokens" },
  { hasSchema: false, tokenLimit: "max_completion_tokens" },
];

/**
 * Returns a writer that asks any OpenAI-compatible server. What users wrote goes as a message of its own, as data.
 * Answers are checked; `WriterError("unusable")` after two bad ones, `("unavailable")` when none comes in time.
 */
export function createAiWriter(config: AiWriterConfig): Writer & SeoWriter {
  const client = createClient(config);
  const runLimited = limitConcurrency(config.concurrency, config.concurrency * waitingPerSeat);
  /** Index of the strictest dialect that the server has not refused yet; kept, so that a refusal is met only once. */
  let dialectIndex = 0;

  async function write<T>(
    form: AnswerForm<T>,
    material: string,
    {
      signal: callerSignal,
      timeoutMs = config.timeoutMs,
    }: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
  ): Promise<T> {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = callerSignal === undefined ? deadline : AbortSignal.any([callerSignal, deadline]);
    try {
      return await runLimited(() => ask(form, material, signal), signal);
    } catch (error) {
      if (callerSignal?.aborted) throw callerSignal.reason;
      if (error instanceof WriterError) throw error;
      if (deadline.aborted)
        throw new WriterError("unavailable", `No usable answer within ${timeoutMs} ms`, {
          cause: error,
        });
      throw new WriterError("unavailable", describe(error), { cause: error });
    }
  }

  async function ask<T>(form: AnswerForm<T>, material: string, signal: AbortSignal): Promise<T> {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const answer = form.read(await request(form, material, signal));
      if (answer !== null) return answer;
    }
    throw new WriterError(
      "unusable",
      `The model ${config.model} sent ${attemptsMax} answers that do not fit`,
    );
  }

  /** Returns the parsed answer, or null when what came is no JSON or a refusal. */
  async function request<T>(form: AnswerForm<T>, material: string, signal: AbortSignal): Promise<unknown> {
    for (let index = dialectIndex; ; index += 1) {
      const dialect = dialects[index];
      if (dialect === undefined)
        throw new WriterError("unavailable", "The AI server refuses each form of our request");
      try {
        const completion: unknown = await client.chat.completions.create(
          body(config, form, material, dialect),
          { signal },
        );
        dialectIndex = Math.max(dialectIndex, index);
        return readJson(contentOf(completion));
      } catch (error) {
        if (isUnreadable(error)) return null;
        if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) throw error;
        // A content filter also answers 400: that is a refusal of the text, not of the form.
        if (error.code === "content_filter" || error.code === "content_policy_violation") return null;
      }
    }
  }

  return {
    crisisStatement: (problem, signal) => write(statementForm, problem, { signal }),
    headlines: (topic, signal) => write(headlinesForm, topic, { signal }),
    seoTexts({ title, text, focusKeyword, titleCharactersMax, descriptionCharactersMax }) {
      const bounds = { titleMax: titleCharactersMax, descriptionMax: descriptionCharactersMax };
      const material = JSON.stringify({
        titel: title,
        text: firstCharacters(text, seoMaterialCharsMax),
        suchbegriff: focusKeyword,
      });
      return write(seoTextsForm(bounds), material, { timeoutMs: Math.min(config.timeoutMs, seoTimeoutMs) });
    },
  };
}

function createClient(config: AiWriterConfig): OpenAI {
  return new OpenAI({
    baseURL: config.baseUrl,
    apiKey: config.apiKey === "" ? "none" : config.apiKey,
    // Given as null, or the SDK reads them from the environment and sends them to a server that is not OpenAI's.
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: config.timeoutMs,
    logLevel: "off",
    fetch: boundedFetch,
  });
}

function body<T>(
  config: AiWriterConfig,
  form: AnswerForm<T>,
  material: string,
  dialect: Dialect,
): ChatCompletionCreateParamsNonStreaming {
  return {
    model: config.model,
    messages: [
      { role: "system", content: form.instruction },
      { role: "user", content: material },
    ],
    [dialect.tokenLimit]: config.maxTokens,
    ...(dialect.hasSchema
      ? {
          response_format: {
            type: "json_schema",
            json_schema: { name: form.name, strict: true, schema: { ...form.schema } },
          },
        }
      : {}),
  };
}

/** The text of the first choice; null for a refusal, and for whatever else came with status 200 (a proxy's HTML page). */
function contentOf(completion: unknown): string | null {
  const choices = field(completion, "choices");
  const message = field(Array.isArray(choices) ? choices[0] : undefined, "message");
  const refusal = field(message, "refusal");
  if (typeof refusal === "string" && refusal !== "") return null;
  const content = field(message, "content");
  return typeof content === "string" ? content : null;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** Models put JSON into a Markdown fence, or a sentence before it: what counts is from the first brace to the last. */
function readJson(content: string | null): unknown {
  if (content === null) return null;
  const start = content.indexOf("{");
  const end = content.lastIndexOf("}");
  if (start === -1 || end < start) return null;
  try {
    return JSON.parse(content.slice(start, end + 1));
  } catch {
    return null;
  }
}

/** Half a JSON with status 200, and an answer beyond the size limit. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof RangeError) return true;
  return error instanceof Error && (error.cause instanceof SyntaxError || error.cause instanceof RangeError);
}

/** Says what failed without the server's body, which may repeat what the user wrote. */
function describe(error: unknown): string {
  if (error instanceof APIError && error.status !== undefined) {
    const answered = `The AI server answered ${error.status}`;
    if (error.status < 300 || error.status > 399) return answered;
    return `${answered}, a redirect, and none is followed with its key: set AI_BASE_URL to the final address`;
  }
  return `The AI server gave no answer (${error instanceof Error ? error.name : typeof error})`;
}
