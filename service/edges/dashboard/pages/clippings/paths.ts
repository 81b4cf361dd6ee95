export const clippingsPath = "/app/clippings";
/** Of old links: what feeds found, and nobody has looked at yet. */
export const foundPath = "/app/clippings/gefunden";
export const enterPath = "/app/clippings/eintragen";
export const importsPath = "/app/clippings/importe";
export const feedsPath = "/app/clippings/feeds";
export const mediaPath = "/app/clippings/medien";

export function clippingPath(id: string): string {
  return `${clippingsPath}/beitrag/${id}`;
}

export function addressPath(id: string): string {
  return `${enterPath}/adresse/${id}`;
}

/** Addresses that were handed over together. */
export function batchPath(batchId: string): string {
  return `${enterPath}/adressen/${batchId}`;
}
