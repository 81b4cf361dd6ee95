import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf, scopeTypes, Text, Uuid } from "../../../schema.ts";
import { reportDays } from "../articles/schema.ts";
import { exportFormats } from "./file-name.ts";

const exportStatuses = ["queued", "processing", "completed", "failed"] as const;
export type ExportStatus = (typeof exportStatuses)[number];

/** Why a job failed; stable, and never the inside of a fault. */
const exportErrors = ["scope_deleted", "rendering_failed", "too_many_attempts"] as const;
export type ExportErrorCode = (typeof exportErrors)[number];

export const ExportRequest = Type.Object(
  {
    reportId: Type.Optional(
      Type.String({
        ...Uuid,
        description:
          "A frozen report of the agency: the file is made of it, so that several formats show the same figures. Scope and days may then be left out, or have to be the report's.",
      }),
    ),
    scopeType: Type.Optional(OneOf(scopeTypes)),
    scopeId: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Text(1, 100)], {
        description:
          "For `article` a press release id from 1 to 2147483647, as a number or in digits; else the UUID of the campaign or portfolio. Required without `reportId`, as is `scopeType`.",
      }),
    ),
    days: Type.Optional(
      Type.Integer({
        // Without `default`: generators of clients take a field with one for required.
        minimum: reportDays.minimum,
        maximum: reportDays.maximum,
        description: `Calendar days that the report covers, today included; ${reportDays.default} when left out.`,
      }),
    ),
    format: OneOf(exportFormats),
  },
  { title: "ExportRequest" },
);
export type ExportRequest = Static<typeof ExportRequest>;

const statusUrl = Type.String({ format: "uri", description: "Where to ask for the job." });

/** Both answers to an order. */
const CreatedExport = Type.Object({ id: Uuid, status: OneOf(["queued", "existing"]), statusUrl });
export type CreatedExport = Static<typeof CreatedExport>;
export const ExportQueued = Type.Object(
  { ...CreatedExport.properties, status: Type.Literal("queued") },
  { title: "ExportQueued" },
);
export const ExportExisting = Type.Object(
  { ...CreatedExport.properties, status: Type.Literal("existing") },
  { title: "ExportExisting" },
);

export const ExportJob = Type.Object(
  {
    id: Uuid,
    format: OneOf(exportFormats),
    scopeType: OneOf(scopeTypes),
    scopeId: Type.String(),
    status: OneOf(exportStatuses),
    reportId: Nullable(Uuid),
    error: Nullable(
      Type.String({ description: `Why it failed: ${exportErrors.map((code) => `\`${code}\``).join(", ")}.` }),
    ),
    expiresAt: Nullable(DateTime),
    createdAt: DateTime,
    completedAt: Nullable(DateTime),
  },
  { title: "ExportJob" },
);
export type ExportJob = Static<typeof ExportJob>;

export const ExportState = Type.Object(
  {
    job: ExportJob,
    downloadUrl: Nullable(
      Type.String({ format: "uri", description: "Set once the job is completed; needs the same key." }),
    ),
  },
  { title: "ExportState" },
);
export type ExportState = Static<typeof ExportState>;
