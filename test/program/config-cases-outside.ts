import type { Config } from "../../service/program/config.ts";
import { type Case, httpUrl } from "./config-case.ts";

const bucket = (chars: number) => `https://KEY:geheim@s3.example/${"b".repeat(chars)}`;
const smtp = { SMTP_URL: "smtp://mail.example" };
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example" };
const ai = { AI_BASE_URL: "http://127.0.0.1:11434/v1", AI_MODEL: "mistral" };
const aiValue = (name: string) => (config: Config) => new Map(Object.entries(config.writer)).get(name);

/** Settings of what the service talks to: a store, mail servers, what watches it, and AI. */
export const outsideCases: Case[] = [
  {
    name: "EXPORT_S3_URL",
    value: ({ exportS3 }) => [exportS3?.bucket.length, exportS3?.region, exportS3?.prefix],
    taken: [
      [bucket(3), [3, "us-east-1", ""]],
      [`${bucket(63)}/a/b?region=eu-central-1`, [63, "eu-central-1", "a/b/"]],
    ],
    refused: [
      bucket(2),
      bucket(64),
      bucket(0),
      "https://s3.example/bucket",
      "https://geheim@s3.example/bucket",
      "https://KEY:geheim%@s3.example/bucket",
      "s3://KEY:geheim@s3.example/bucket",
    ],
  },
  {
    name: "SMTP_URL",
    beside: { MAIL_FROM: "presse@a.example" },
    value: (config) => config.mail?.smtpUrl,
    taken: [
      ["smtp://user:geheim@mail.example:587", "smtp://user:geheim@mail.example:587"],
      ["smtps://mail.example", "smtps://mail.example"],
    ],
    refused: ["http://user:geheim@mail.example", "mail.example:587", "smtp://user:geheim%@mail.example"],
  },
  {
    name: "MAIL_FROM",
    beside: smtp,
    value: (config) => config.mail?.mailFrom,
    taken: [
      ["a@b", "a@b"],
      ["Nordlicht <presse@a.example>", "Nordlicht <presse@a.example>"],
    ],
    refused: ["", "presse", "@a.example", "presse@", "a@b\r\nBcc: c@d", "a@@b"],
  },
  {
    name: "IMAP_URL",
    beside: { BOUNCE_ADDRESS: "bounce@dienst.example" },
    value: (config) => config.bounces?.imapUrl,
    taken: [
      ["imap://mail.example", "imap://mail.example"],
      ["imaps://user:geheim@mail.example:993/INBOX", "imaps://user:geheim@mail.example:993/INBOX"],
    ],
    refused: [
      ...["https://user:geheim@mail.example", "mail.example", ""],
      ...["imap://user:geheim%@mail.example", "imap://user:geheim@mail.example/geheim%"],
    ],
  },
  {
    name: "BOUNCE_ADDRESS",
    beside: { IMAP_URL: "imap://mail.example" },
    value: (config) => config.bounces?.mailbox,
    taken: [
      ["bounce@dienst.example", "bounce@dienst.example"],
      [`${"b".repeat(18)}@dienst.example`, `${"b".repeat(18)}@dienst.example`],
    ],
    refused: [
      `${"b".repeat(19)}@dienst.example`,
      "Bounce@dienst.example",
      "bounce+a@dienst.example",
      "bounce",
      "",
    ],
  },
  {
    name: "MAILS_PER_SECOND",
    value: (config) => config.mailsPerSecond,
    taken: [
      ["", 20],
      ["1", 1],
      ["1000", 1000],
    ],
    refused: ["0", "1001", "1.5", "viele"],
  },
  {
    name: "METRICS_PORT",
    value: (config) => config.metrics?.port,
    taken: [
      ["0", 0],
      ["65535", 65_535],
      ["", undefined],
    ],
    refused: ["-1", "65536", "off"],
  },
  {
    name: "METRICS_HOST",
    beside: { METRICS_PORT: "9464", HOST: "10.0.0.1" },
    value: (config) => config.metrics?.host,
    taken: [
      ["10.0.0.2", "10.0.0.2"],
      ["", "10.0.0.1"],
    ],
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    value: (config) => config.tracing?.endpoint,
    taken: [["http://127.0.0.1:4318", "http://127.0.0.1:4318"]],
    ...httpUrl,
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    beside: collector,
    value: (config) => config.tracing?.headers,
    taken: [
      ["a=Bearer%20b, c = d=e", { a: "Bearer b", c: "d=e" }],
      ["a=100%", { a: "100%" }],
      ["a=", { a: "" }],
    ],
    refused: ["geheim", "=geheim", "a b=geheim"],
  },
  {
    name: "OTEL_SERVICE_NAME",
    beside: collector,
    value: (config) => config.tracing?.serviceName,
    taken: [
      ["presse", "presse"],
      ["", "pr-service"],
    ],
  },
  {
    name: "AI_MODE",
    beside: ai,
    value: (config) => config.writer.kind,
    taken: [
      ["auto", "ai"],
      ["off", "off"],
    ],
    refused: ["on", "AUTO"],
  },
  {
    name: "AI_BASE_URL",
    beside: { AI_MODEL: "mistral" },
    value: aiValue("baseUrl"),
    taken: [["https://ai.example/v1", "https://ai.example/v1"]],
    refused: ["", "AI_BASE_URL"],
  },
  {
    name: "AI_MODEL",
    beside: { AI_BASE_URL: ai.AI_BASE_URL },
    value: aiValue("model"),
    taken: [["mistral", "mistral"]],
    refused: [""],
  },
  {
    name: "AI_API_KEY",
    beside: ai,
    value: aiValue("apiKey"),
    taken: [
      ["geheim", "geheim"],
      ["", ""],
    ],
  },
  {
    name: "AI_TIMEOUT_SECONDS",
    beside: ai,
    value: aiValue("timeoutMs"),
    taken: [
      ["1", 1_000],
      ["20", 20_000],
    ],
    refused: ["0", "21", "1.5"],
  },
  {
    name: "AI_MAX_TOKENS",
    beside: ai,
    value: aiValue("maxTokens"),
    taken: [
      ["100", 100],
      ["100000", 100_000],
    ],
    refused: ["99", "100001"],
  },
  {
    name: "AI_CONCURRENCY",
    beside: ai,
    value: aiValue("concurrency"),
    taken: [
      ["1", 1],
      ["1000", 1_000],
    ],
    refused: ["0", "1001"],
  },
];
