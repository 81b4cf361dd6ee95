import { type Static, Type } from "@sinclair/typebox";
import { Nullable, Text, Uuid } from "../../../schema.ts";

/** A conversion as an agency reports it. Fields beyond these are ignored and never stored. */
export const ConversionEvent = Type.Object(
  {
    eventId: Text(1, 100, { description: "Your own id of the event; makes the call idempotent." }),
    pressReleaseId: Type.Integer({ minimum: 1 }),
    kind: Text(1, 80, { description: "What happened, in your words: `lead`, `demo_booked`, …" }),
    value: Type.Optional(
      Type.Number({
        minimum: 0,
        description: "Taken to 15 significant digits, kept and summed as a decimal.",
      }),
    ),
    currency: Type.Optional(Text(3, 3, { description: "Three characters, for instance `EUR`." })),
    externalReference: Type.Optional(
      Text(0, 500, { description: "Stored only as a keyed hash, never in clear text." }),
    ),
    occurredAt: Type.String({
      format: "date-time",
      pattern: "Z$",
      description: "In UTC with the suffix `Z`, at most 30 days away from the server's time.",
    }),
  },
  { title: "ConversionEvent" },
);
export type ConversionEvent = Static<typeof ConversionEvent>;

export const ConversionRecorded = Type.Object(
  { id: Nullable(Uuid), duplicate: Type.Literal(false) },
  { title: "ConversionRecorded" },
);

export const ConversionDuplicate = Type.Object(
  { id: Nullable(Type.String()), duplicate: Type.Literal(true) },
  { title: "ConversionDuplicate" },
);
