import type { Queryable } from "../db/open.ts";
import { countClients } from "./membership-sql.ts";
import { refuseField } from "./refuse-field.ts";
import type { Role } from "./rights.ts";
import { limitedClientsMax } from "./rules.ts";

/** Throws `validation_error` unless a person of this role may be limited to these clients: the agency's own, and no owner. */
export async function checkClientLimit(
  sql: Queryable,
  agencyId: number,
  { role, clientIds }: { role: Role; clientIds: readonly number[] | null },
): Promise<void> {
  if (clientIds === null) return;
  if (role === "owner")
    throw refuseField(
      "clientIds",
      "An owner can't be limited to some clients.",
      "Inhaber lassen sich nicht auf Kunden beschränken.",
    );
  const wanted = new Set(clientIds);
  if (wanted.size === 0 || wanted.size > limitedClientsMax)
    throw refuseField(
      "clientIds",
      `Name 1 to ${limitedClientsMax} clients, or none for all of them.`,
      `Bitte wählen Sie 1 bis ${limitedClientsMax} Kunden.`,
    );
  if ((await countClients(sql, agencyId, [...wanted])) !== wanted.size)
    throw refuseField(
      "clientIds",
      "Name clients of this agency.",
      "Einen dieser Kunden gibt es nicht mehr. Bitte wählen Sie neu.",
    );
}
