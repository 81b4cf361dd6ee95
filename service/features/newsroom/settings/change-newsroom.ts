import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { type AccentColors, accentColors } from "../../../floor/web/accent-color.ts";
import { takenSlug } from "../../../floor/web/field-rules.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseOtherSlug } from "../../../floor/web/seen-stamp.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import {
  type NewsroomSettings,
  newsroomSettings,
  type SettingName,
  settingNames,
} from "../../clients/newsroom-settings.ts";
import { lockNewsroom, updateNewsroom } from "../../clients/newsroom-sql.ts";
import { findClient, setClientSlug } from "../../clients/sql.ts";
import { unknownClient } from "../../clients/unknown-client.ts";
import { isPicture } from "../../media/media-types.ts";
import { lockAssets } from "../../media/sql.ts";
import { keepNewsroomWord } from "../address-sql.ts";
import { changedSettings, type NewsroomChanges, newsroomProblems, tidyChanges } from "./rules.ts";
import { refuseOtherSettings } from "./settings-stamp.ts";

export type ChangeNewsroomInput = {
  clientId: number;
  changes: NewsroomChanges;
  /** The address word that the caller saw; without it the one at the beginning of this call. */
  seenSlug?: string;
  /** `stamp` of the settings that the caller saw: where they have changed since, nothing is. */
  seenStamp?: string;
};

export type ChangedNewsroom = {
  clientId: number;
  slug: string;
  /** Names of the settings that are others now. */
  changed: string[];
  /** What is shown in place of the chosen accent colour on light and dark pages; null without one. */
  accentColors: AccentColors | null;
};

/**
 * Changes settings of a client's newsroom, all or none.
 * Throws `not_found` for another agency's client, `validation_error` with all fields that are wrong, and `version_conflict` where
 * somebody else changed the address word meanwhile, or with `seenStamp` anything at all.
 */
export async function changeNewsroom(
  sql: Sql,
  agencyId: number,
  input: ChangeNewsroomInput,
  actor: AuditActor,
): Promise<ChangedNewsroom> {
  const { clientId } = input;
  const changes = tidyChanges(input.changes);
  refuseFields(newsroomProblems(changes));
  const seenSlug = input.seenSlug ?? (await slugOf(sql, agencyId, clientId));
  return await sql.begin(async (transaction) => {
    const before = await lockNewsroom(transaction, agencyId, clientId);
    if (before === null) throw unknownClient();
    refuseOtherSettings(before, changes, input.seenStamp);
    await refuseOtherPictures(transaction, agencyId, { clientId, changes });
    const after = changedSettings(before, changes);
    refuseWithoutImprint(before, after, changes);
    if (after.slug !== before.slug) {
      refuseOtherSlug(before.slug, seenSlug);
      await keepNewsroomWord(transaction, agencyId, {
        clientId,
        oldSlug: before.slug,
        newSlug: after.slug,
      });
      if (!(await setClientSlug(transaction, agencyId, { clientId, slug: after.slug })))
        refuseFields(takenSlug);
    }
    const changed = settingNames.filter((name) => before[name] !== after[name]);
    if (changed.length > 0) {
      await updateNewsroom(transaction, agencyId, { clientId, settings: after });
      await note(transaction, agencyId, { clientId, before, after, changed, actor });
    }
    const { slug, accentColor } = after;
    return {
      clientId,
      slug,
      changed,
      accentColors: accentColor === null ? null : accentColors(accentColor),
    };
  });
}

async function slugOf(sql: Sql, agencyId: number, clientId: number): Promise<string> {
  const client = await findClient(sql, agencyId, clientId);
  if (client === null) throw unknownClient();
  return client.slug;
}

function refuseWithoutImprint(
  before: NewsroomSettings,
  after: NewsroomSettings,
  changes: NewsroomChanges,
): void {
  const hadImprint = before.imprintUrl !== null || before.imprintMarkdown !== null;
  if (hadImprint && after.imprintUrl === null && after.imprintMarkdown === null) {
    refuseFields([
      {
        field: typeof changes.imprintUrl === "undefined" ? "imprintMarkdown" : "imprintUrl",
        german: "Ein Impressum muss bleiben (§ 5 DDG). Es lässt sich nur ersetzen.",
        english: "an imprint can be replaced and not taken away (§ 5 DDG).",
      },
    ]);
  }
}

async function note(
  transaction: Queryable,
  agencyId: number,
  input: {
    clientId: number;
    before: NewsroomSettings;
    after: NewsroomSettings;
    changed: SettingName[];
    actor: AuditActor;
  },
): Promise<void> {
  const { before, after, changed } = input;
  const shown = changed.filter((name) => newsroomSettings[name].auditLabel !== undefined);
  await insertAudit(transaction, agencyId, {
    actor: input.actor,
    action: "newsroom.changed",
    subject: { type: "client", id: String(input.clientId) },
    details: {
      changed,
      before: Object.fromEntries(shown.map((name) => [name, before[name]])),
      after: Object.fromEntries(shown.map((name) => [name, after[name]])),
    },
  });
}

/**
 * Refuses a logo or portrait that is no picture of this client, by field. The chosen ones can't be removed until the transaction
 * ends.
 */
async function refuseOtherPictures(
  transaction: Queryable,
  agencyId: number,
  { clientId, changes }: { clientId: number; changes: NewsroomChanges },
): Promise<void> {
  const chosen = (["logoAssetId", "contactPictureAssetId"] as const).flatMap((field) => {
    const id = changes[field];
    return typeof id === "string" ? [{ field, id }] : [];
  });
  if (chosen.length === 0) return;
  const ids = [...new Set(chosen.map(({ id }) => id))];
  const pictures = (await lockAssets(transaction, agencyId, ids)).filter(
    (asset) => asset.clientId === clientId && isPicture(asset),
  );
  refuseFields(
    chosen
      .filter(({ id }) => pictures.every((picture) => picture.id !== id))
      .map(({ field }) => ({
        field,
        german: "Bitte ein Bild aus der Mediathek dieses Kunden wählen.",
        english: "expected a picture of this client.",
      })),
  );
}
