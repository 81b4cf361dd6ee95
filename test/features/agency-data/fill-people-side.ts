import { randomBytes, randomUUID } from "node:crypto";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createContact } from "../media-contacts/support.ts";

type Owned = { agencyId: number; clientId: number; pressReleaseId: number; draftId: string };

/** A row in each table of what people set, upload and subscribe to: enough to see whether a removal takes it. */
export async function fillPeopleSide(sql: Sql, owned: Owned): Promise<void> {
  await fillMedia(sql, owned);
  await fillTexts(sql, owned);
  await fillNewsroom(sql, owned);
  await fillSubscriptions(sql, owned);
  await fillLook(sql, owned);
  await fillClippings(sql, owned);
  await fillFigures(sql, owned);
  await fillAlerts(sql, owned);
  await fillMailings(sql, owned);
  await fillContacts(sql, owned);
}

async function fillContacts(sql: Sql, { agencyId }: Owned): Promise<void> {
  const { id: contactId } = await createContact(sql, agencyId);
  await sql`insert into media_contact_setting (agency_id) values (${agencyId})`;
  await sql`insert into media_contact_objection (agency_id, address_key, how) values (${agencyId}, gen_random_uuid(), 'entered')`;
  await sql`
    with list as (
      insert into media_contact_list (agency_id, name) values (${agencyId}, 'Bau') returning id
    )
    insert into media_contact_list_member (agency_id, list_id, contact_id)
    select ${agencyId}, id, ${contactId} from list
  `;
}

async function fillMailings(sql: Sql, { agencyId, clientId, pressReleaseId }: Owned): Promise<void> {
  await sql`
    insert into mail_sender (agency_id, client_id, name, address, selector, public_key, private_key_encrypted)
    values (${agencyId}, ${clientId}, 'Presse', 'presse@kunde.example', 'pr-1', 'MIIB', ${randomBytes(40)})`;
  await sql`
    insert into mailing (agency_id, client_id, release_id, subject, message, reply_to)
    values (${agencyId}, ${clientId}, ${pressReleaseId}, 'Neues Werk', '{Anrede},', 'anna@agentur.example')`;
}

async function fillMedia(sql: Sql, { agencyId, clientId, pressReleaseId }: Owned): Promise<void> {
  const [file, copy, card, part] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [assetId, uploadId] = [randomUUID(), randomUUID()];
  await sql`
    insert into media_file (agency_id, id, unused_since)
    select ${agencyId}, id, null
    from unnest(${[file, copy, card, part]}::uuid[]) as id`;
  await sql`insert into media_chunk (agency_id, file_id, number, bytes) values (${agencyId}, ${file}, 0, '\\x00')`;
  await sql`insert into media_quota (agency_id, bytes_used) values (${agencyId}, 1)`;
  await sql`
    insert into media_blob (agency_id, id, sha256, media_type, bytes, width, height)
    values (${agencyId}, ${file}, ${randomBytes(32)}, 'image/png', 1, 1, 1)`;
  await sql`
    insert into media_derivative (agency_id, blob_id, size, format, file_id, bytes, width, height)
    values (${agencyId}, ${file}, 400, 'webp', ${copy}, 1, 1, 1)`;
  await sql`
    insert into asset (agency_id, id, client_id, blob_id, file_name)
    values (${agencyId}, ${assetId}, ${clientId}, ${file}, 'werk.png')`;
  await sql`
    update release
    set image_asset_id = ${assetId}
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}`;
  await sql`
    insert into asset_upload (agency_id, id, client_id, file_name, bytes_expected, expires_at)
    values (${agencyId}, ${uploadId}, ${clientId}, 'film.mp4', 2, now() + interval '1 day')`;
  await sql`
    insert into asset_upload_part (agency_id, upload_id, position, bytes, file_id)
    values (${agencyId}, ${uploadId}, 0, 1, ${part})`;
  await sql`
    insert into release_card (agency_id, release_id, content_hash, file_id, bytes)
    values (${agencyId}, ${pressReleaseId}, 'abc', ${card}, 1)`;
}

/** For whoever belongs to the agency. */
async function fillTexts(sql: Sql, { agencyId, draftId }: Owned): Promise<void> {
  await sql`
    insert into unsaved_text (agency_id, person_id, draft_id, fields, bytes)
    select agency_id, person_id, ${draftId}, '{"title": ["Noch nicht gespeichert"]}', 40
    from membership
    where agency_id = ${agencyId}`;
}

async function fillNewsroom(sql: Sql, owned: Owned): Promise<void> {
  const { agencyId, clientId, draftId, pressReleaseId } = owned;
  const moveId = randomUUID();
  await sql`
    insert into newsroom_move (agency_id, id, client_id, source, file_name, state, actor)
    values (${agencyId}, ${moveId}, ${clientId}, 'presse.alt.example', 'export.xml', 'done', '{"type":"operator","id":null}')`;
  await sql`
    insert into moved_text (agency_id, move_id, position, client_id, source, guid, title, state, release_id)
    values (${agencyId}, ${moveId}, 1, ${clientId}, 'presse.alt.example', 'g-1', 'Altes Werk', 'taken', ${pressReleaseId})`;
  await sql`
    insert into old_address (agency_id, client_id, host, path, release_id)
    values (${agencyId}, ${clientId}, 'presse.alt.example', '/altes-werk', ${pressReleaseId})`;
  await sql`
    insert into newsroom_domain (agency_id, id, client_id, host, token)
    values (${agencyId}, ${randomUUID()}, ${clientId}, ${`presse-${agencyId}.example`}, ${"t".repeat(43)})`;
  await sql`
    insert into address_word (agency_id, id, client_id, word)
    values (${agencyId}, ${randomUUID()}, ${clientId}, ${`frueher-${agencyId}`})`;
  const linkId = randomUUID();
  await sql`
    insert into embargo_link (agency_id, id, draft_id, draft_version, name, token_hash, password_hash, expires_at)
    values (
      ${agencyId}, ${linkId}, ${draftId}, 1, 'Tageblatt', ${randomBytes(32)}, ${"p".repeat(20)},
      now() + interval '1 day'
    )`;
  await sql`
    insert into embargo_acceptance (agency_id, link_id, name) values (${agencyId}, ${linkId}, 'Anna Brandt')`;
}

async function fillSubscriptions(sql: Sql, { agencyId, clientId }: Owned): Promise<void> {
  const id = randomUUID();
  await sql`
    insert into newsroom_subscription (
      agency_id, id, client_id, frequency, address_hash, address_encrypted, consent_text_version
    )
    values (${agencyId}, ${id}, ${clientId}, 'daily', ${randomBytes(32)}, ${randomBytes(40)}, '2026-11-22')`;
  await sql`
    insert into mail (agency_id, lane, kind, about_id, due_at)
    values (${agencyId}, 'many', 'subscription_confirmation', ${id}, now())`;
  await sql`insert into newsroom_mail (agency_id, subscription_id) values (${agencyId}, ${id})`;
}

async function fillLook(sql: Sql, { agencyId }: Owned): Promise<void> {
  await sql`insert into agency_branding (agency_id, sender_name) values (${agencyId}, 'Nordlicht')`;
  await sql`
    insert into report_picture (agency_id, sha256, media_type, width, height, bytes)
    values (${agencyId}, ${"a".repeat(64)}, 'image/png', 1, 1, '\\x00')`;
  await sql`
    insert into refused_call (
      agency_id, id, refused_at, key_id, method, route, status, code, hint, request_id
    )
    values (
      ${agencyId}, ${randomUUID()}, now(), ${randomUUID()}, 'GET', '/x', 404, 'not_found', 'pressReleaseId: none.',
      ${randomUUID()}
    )`;
}

async function fillClippings(sql: Sql, { agencyId, clientId }: Owned): Promise<void> {
  await sql`insert into unread_medium (agency_id, host) values (${agencyId}, 'kurier.example')`;
  await sql`
    insert into clipping_address (agency_id, id, batch_id, position, client_id, url)
    values (${agencyId}, ${randomUUID()}, ${randomUUID()}, 0, ${clientId}, 'https://kurier.example/')`;
  const id = randomUUID();
  await sql`
    insert into import_mapping (agency_id, kind, heading_hash, mapping)
    values (${agencyId}, 'media-mentions', ${randomBytes(32)}, '{}')`;
  await sql`
    insert into insight_upload (agency_id, id, kind, file_name)
    values (${agencyId}, ${id}, 'media-mentions', 'clippings.csv')`;
  await sql`
    insert into insight_upload_part (agency_id, upload_id, position, content)
    values (${agencyId}, ${id}, 0, '\\x61')`;
}

async function fillFigures(sql: Sql, { agencyId, clientId }: Owned): Promise<void> {
  await sql`
    insert into client_day (
      agency_id, client_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100, levels
    )
    values (${agencyId}, ${clientId}, current_date, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)`;
  await sql`
    insert into client_day_dimension (agency_id, client_id, day, dimension, value_id, count, visitors, visits)
    values (${agencyId}, ${clientId}, current_date, 1, 1, 1, 1, 1)`;
  await sql`
    insert into release_month (agency_id, release_id, month, views, visitors)
    values (${agencyId}, 0, current_date, 1, 1)`;
  await sql`
    insert into lost_hit_day (agency_id, release_id, day, newsroom_id, hits)
    values (${agencyId}, 0, current_date, 1, 1)`;
  await sql`
    insert into figure_note (agency_id, id, client_id, day, text)
    values (${agencyId}, ${randomUUID()}, ${clientId}, current_date, 'Messe')`;
  await sql`insert into figure_state (agency_id, summed_through) values (${agencyId}, current_date - 1)`;
}

async function fillAlerts(sql: Sql, { agencyId, clientId, pressReleaseId }: Owned): Promise<void> {
  await sql`
    insert into alert (agency_id, kind, subject, client_id)
    values (${agencyId}, 'first_clipping', ${String(pressReleaseId)}, ${clientId})`;
  await sql`
    insert into agent_connection (
      agency_id, id, person_id, client_hash, client_kind, client_name, client_host, scopes, method
    )
    select
      agency_id, gen_random_uuid(), person_id, sha256('client'), 'registered', 'Claude', 'claude.example', '{read}', 'link'
    from membership
    where agency_id = ${agencyId}
    limit 1
  `;
  await sql`
    insert into agent_token (agency_id, token_hash, connection_id, kind)
    select agency_id, sha256(id::text::bytea), id, 'rt'
    from agent_connection
    where agency_id = ${agencyId}
  `;
  await sql`
    insert into alert_wish (agency_id, person_id, kinds)
    select agency_id, person_id, '{first_clipping}'
    from membership
    where agency_id = ${agencyId}
    limit 1`;
  await sql`insert into alert_state (agency_id, checked_at) values (${agencyId}, now())`;
}
