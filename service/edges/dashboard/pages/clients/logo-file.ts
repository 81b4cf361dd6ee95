import { ServiceError } from "../../../../errors.ts";
import { addAsset } from "../../../../features/media/add-asset.ts";
import { changeNewsroom } from "../../../../features/newsroom/settings/change-newsroom.ts";
import { showNewsroom } from "../../../../features/newsroom/settings/show-newsroom.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { refusal } from "../../../../floor/web/refuse-fields.ts";
import type { Context } from "../../definition.ts";
import { fileControl } from "../../forms/value-fields.ts";

/** A logo for the web has some kilobytes; this one may be made for print. */
const logoBytesMax = 5_000_000;
/**
 * Of a form with a logo: what stands around the file, and an imprint at its longest, in letters that take nine bytes each. A logo
 * that is a little too large is read, so that the form can say so.
 */
export const logoFormBytesMax = logoBytesMax + 500_000;
export const logoName = "logo";

/** Of a form that holds nothing else, and of the one that creates a client. */
export function logoFieldHtml(input: { label: Html | string; hint?: string; problem?: string | null }): Html {
  const { label, hint, problem = null } = input;
  return html`<div class="field drop"><label for="logo-datei">${label}</label>${hint !== undefined && html`<p class="hint">${hint}</p>`}${fileControl({ id: "logo-datei", name: logoName, accept: "image/png,image/jpeg,image/webp", problem })}</div>`;
}

/** Throws what a form says of a file that can't be a logo, before anything is stored. */
export function checkLogo(file: File | null): asserts file is File {
  if (file === null || !/^image\/(?:png|jpeg|webp)$/.test(file.type))
    throw refusal("file_type_refused", {
      german: "Bitte wählen Sie ein Logo als PNG, JPEG oder WebP aus.",
      english: "Choose a logo as PNG, JPEG or WebP.",
    });
  if (file.size > logoBytesMax)
    throw refusal("payload_too_large", {
      german: "Das Logo darf höchstens 5 MB haben.",
      english: "The logo is larger than 5 MB.",
    });
}

/** Of a client that a copy of the form has created: the first one may have ended before its logo was stored. */
export async function hasLogo(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  clientId: number,
): Promise<boolean> {
  return (await showNewsroom(deps.sql, visit.agencyId, clientId)).logoAssetId !== null;
}

/** Puts a logo into the client's library and into its newsroom at once. */
export async function storeLogo(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { client, file }: { client: { id: number; name: string }; file: File },
): Promise<void> {
  const added = await addAsset(deps, visit.agencyId, {
    clientId: client.id,
    fileName: file.name,
    alt: `Logo von ${client.name}`.slice(0, 500),
    credit: client.name,
    chunks: chunksOf(file),
    actor: visit.actor,
  });
  const changes = { logoAssetId: added.assetId };
  await changeNewsroom(deps.sql, visit.agencyId, { clientId: client.id, changes }, visit.actor);
}

/** Whether a failure of `checkLogo` or `storeLogo` lies in the file, so that another one helps. */
export function isLogoRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && logoRefusals.has(error.code);
}

const logoRefusals = new Set<string>([
  "payload_too_large",
  "picture_refused",
  "file_type_refused",
  "asset_limit_reached",
]);

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await file.arrayBuffer());
}
