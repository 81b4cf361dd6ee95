import { type Static, Type } from "@sinclair/typebox";
import { Count, DateTime, Nullable, Uuid } from "../../../schema.ts";
import { ChainHead } from "../../events/event-schema.ts";
import { Interval } from "../../insights/schema.ts";

/** A stored record; its fields follow the collection. */
const Records = Type.Array(Type.Record(Type.String(), Type.Unknown()));

/** What all samples of answers add up to, an engine at a time: shares of different engines have no common total. */
export const AiVisibilitySummary = Type.Object(
  {
    engines: Type.Array(
      Type.Object({
        engine: Type.String(),
        samples: Count,
        runs: Count,
        mentioned: Count,
        cited: Count,
        rate: Nullable(
          Type.Object({
            value: Type.Number(),
            interval: Interval,
          }),
        ),
      }),
    ),
  },
  { title: "AiVisibilitySummary" },
);
export type AiVisibilitySummary = Static<typeof AiVisibilitySummary>;

export const ReportingData = Type.Object(
  {
    exportedAt: DateTime,
    agencyId: Type.Integer({ minimum: 1 }),
    chainHead: Nullable(ChainHead),
    reports: Records,
    audits: Records,
    campaigns: Records,
    portfolios: Records,
    schedules: Records,
    mediaMentions: Records,
    searchVisibility: Records,
    conversions: Records,
    exportJobs: Records,
    providerConnections: Records,
    webhooks: Records,
    webhookDeliveries: Records,
    aiVisibility: Type.Object({ runs: Records, summary: AiVisibilitySummary }),
    timeStamps: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        description:
          "Stamps of reports, chain heads and goals by time stamping authorities (RFC 3161): `imprint` is the stamped SHA-256 of `statement`, for a report its chain hash; `token` is the token's DER as base64, null while an authority is awaited.",
      }),
    ),
    goals: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        description:
          "Goals, fixed or not: `contentHash` is the SHA-256 of `statement`, which is all that was fixed; `signature` is over its 64 characters.",
      }),
    ),
    reportsLeftOut: Type.Optional(
      Type.Array(Type.Object({ id: Nullable(Uuid), number: Nullable(Type.Integer({ minimum: 1 })) }), {
        description:
          "Only where stored reports do not fit their hash or signature any more: which ones are missing from `reports`. The operator was alarmed. Null where the row can't even be read.",
      }),
    ),
  },
  {
    title: "ReportingData",
    description: "All reporting data of the agency as of one moment. Holds no credentials.",
  },
);
export type ReportingData = Static<typeof ReportingData>;

export const confirmation = "DELETE REPORTING DATA";

export const DeletedReportingData = Type.Object(
  {
    deleted: Type.Record(Type.String(), Count, {
      description: "Deleted records by area, under the names of the export.",
    }),
  },
  { title: "DeletedReportingData" },
);
export type DeletedReportingData = Static<typeof DeletedReportingData>;
