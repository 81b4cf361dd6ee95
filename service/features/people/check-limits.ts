import type { Queryable } from "../../floor/db/open.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { countClients } from "./membership-sql.ts";
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
    refuseFields({
      field: "clientIds",
      german: "Inhaber lassen sich nicht auf Kunden beschränken.",
      english: "An owner can't be limited to some clients.",
    });
  const wanted = new Set(clientIds);
  if (wanted.size === 0 || wanted.size > limitedClientsMax)
    refuseFields({
      field: "clientIds",
      german: `Bitte wählen Sie 1 bis ${limitedClientsMax} Kunden.`,
      english: `Name 1 to ${limitedClientsMax} clients, or none for all of them.`,
    });
  if ((await countClients(sql, agencyId, [...wanted])) !== wanted.size)
    refuseFields({
      field: "clientIds",
      german: "Einen dieser Kunden gibt es nicht mehr. Bitte wählen Sie neu.",
      english: "Name clients of this agency.",
    });
}
