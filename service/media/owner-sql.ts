import type { Queryable } from "../db/open.ts";
import { ServiceError } from "../errors.ts";

/** Whose client it is: for the operator, who names clients by their id alone. Throws `not_found`. */
export async function agencyOfClient(sql: Queryable, clientId: number): Promise<number> {
  const [row] = await sql<{ agencyId: number }[]>`
    select agency_id as "agencyId"
    from client
    where id = ${clientId}
  `;
  if (row === undefined) throw new ServiceError("not_found", `There is no client ${clientId}.`);
  return row.agencyId;
}

/** Whose asset it is, for the operator. Throws `not_found`. */
export async function agencyOfAsset(sql: Queryable, assetId: string): Promise<number> {
  const [row] = await sql<{ agencyId: number }[]>`
    select agency_id as "agencyId"
    from asset
    where id = ${assetId}
  `;
  if (row === undefined) throw new ServiceError("not_found", `There is no asset ${assetId}.`);
  return row.agencyId;
}
