import { type Static, Type } from "@sinclair/typebox";
import { DateTime } from "../../../schema.ts";

/** What one publication costs. */
export const publicationCredits = 1;

export const GetAgencyCreditsInput = Type.Object({}, { additionalProperties: false });
export type GetAgencyCreditsInput = Static<typeof GetAgencyCreditsInput>;

export const GetAgencyCreditsOutput = Type.Object({
  balance: Type.Integer({ description: "Sum of the ledger." }),
  reserved: Type.Integer({ description: "Held for scheduled publications." }),
  available: Type.Integer({ description: "`balance` minus `reserved`." }),
  prices: Type.Array(Type.Object({ action: Type.String(), credits: Type.Integer() })),
  asOf: DateTime,
});
export type GetAgencyCreditsOutput = Static<typeof GetAgencyCreditsOutput>;
