import { createHash, randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { insertAudit } from "../../../../service/features/audit/sql.ts";
import { fixGoal, saveGoal } from "../../../../service/features/reporting/goals/change-goal.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { callConversions, conversionBody } from "../../../support/conversion-call.ts";
import { testSeal } from "../../../support/seal.ts";
import type { TestAgency, TestService } from "../../../support/service.ts";
import {
  createTestImport,
  createTestProvider,
  insertMention,
  insertSample,
  insertSearch,
} from "../../insights/support.ts";

const operator = { type: "operator", id: null } as const;

/** What must never stand in an export, as texts that can be looked for. */
export type Secrets = Record<string, string>;

/** Puts records into every area of an agency's reporting data, and returns the secrets among what was stored. */
export async function fillAgency(
  service: TestService,
  agency: TestAgency,
  pressReleaseId: number,
): Promise<Secrets> {
  const { sql } = service;
  const { agencyId } = agency;
  const feedUrl = `https://feed.example/rss?token=${randomUUID()}`;
  const importId = await createTestImport(sql, agencyId);
  const providerId = await createTestProvider(sql, agencyId, feedUrl);
  await insertMention(sql, agencyId, {
    release_id: pressReleaseId,
    import_id: importId,
    reach: 5,
    reach_origin: "estimated",
  });
  await insertMention(sql, agencyId, {
    release_id: pressReleaseId,
    provider_id: providerId,
    origin: "observed",
  });
  await sql`
    insert into clipping_address (agency_id, id, batch_id, position, client_id, url)
    select ${agencyId}, ${uuidv7()}, ${uuidv7()}, 0, client_id, 'https://kurier.example/'
    from release
    where agency_id = ${agencyId} and id = ${pressReleaseId}
  `;
  await insertSearch(sql, agencyId, { release_id: pressReleaseId, import_id: importId });
  await insertSample(sql, agencyId, { release_id: pressReleaseId, import_id: importId });
  const externalReference = `Kunde ${randomUUID()}`;
  const body = conversionBody(pressReleaseId, { externalReference });
  await callConversions({ url: service.url, key: agency.key, body });
  for (let count = 0; count < 3; count += 1) {
    await createPublicationReport(sql, agencyId, {
      scopeType: "article",
      scopeId: String(pressReleaseId),
      days: 7,
      createdBy: "test",
      seal: await testSeal(),
    });
  }
  const [owned] = await sql<{ clientId: number }[]>`
    select client_id as "clientId" from release where agency_id = ${agencyId} and id = ${pressReleaseId}
  `;
  const goalId = uuidv7();
  const days = { from: "2030-01-01", to: "2030-01-31" };
  await saveGoal(
    sql,
    agencyId,
    {
      ...{ id: goalId, replaces: null, clientId: owned?.clientId ?? 0, ...days },
      ...{
        scope: { type: "release", id: String(pressReleaseId) },
        objective: "Mehr Leser",
        audience: "Alle",
      },
      measures: [{ kind: "views", target: 10 }],
    },
    operator,
  );
  await fixGoal(sql, agencyId, { goalId, clientIds: null, seal: await testSeal() }, operator);
  await insertAudit(sql, agencyId, {
    actor: { type: "api_key", id: agency.keyId },
    action: "export.downloaded",
    subject: { type: "export_job", id: "x" },
  });
  return {
    ...(await fillTables(sql, agencyId, pressReleaseId)),
    feedUrl,
    externalReference,
    key: agency.key,
  };
}

/** Rows as the features write them; straight into the tables, because no worker of theirs shall run here. */
async function fillTables(sql: Sql, agencyId: number, pressReleaseId: number): Promise<Secrets> {
  const [campaign, portfolio, webhook, message] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const job = uuidv7();
  const leaseToken = randomUUID();
  await sql`
    insert into mention_evidence (agency_id, id, url, release_id, lease_token)
    select agency_id, id, 'https://anzeiger.example/a', release_id, ${leaseToken}
    from media_mention
    where agency_id = ${agencyId}
  `;
  await sql`
    insert into report_mail (agency_id, id, report_id, recipient, created_by)
    select agency_id, ${uuidv7()}::uuid, id, 'anna@mueller.example', 'operator'
    from publication_report
    where agency_id = ${agencyId}
    limit 1
  `;
  await sql`
    insert into mail (agency_id, lane, kind, about_id, recipient, due_at, lease_token)
    select agency_id, 'personal', 'report', id, 'anna@mueller.example', now(), ${leaseToken}::uuid
    from publication_report
    where agency_id = ${agencyId}
    limit 1
  `;
  await sql`
    insert into report_link (agency_id, id, report_id, token_hash, created_by, expires_at)
    select agency_id, ${uuidv7()}::uuid, id, sha256(${uuidv7()}::text::bytea), 'operator', now() + interval '1 day'
    from publication_report
    where agency_id = ${agencyId}
    limit 1
  `;
  const secret = createHash("sha256").update(randomUUID()).digest();
  await sql`
    insert into report_anchor (agency_id, number, content_hash)
    values (${agencyId}, 1, ${"0".repeat(64)})
  `;
  await sql`insert into campaign (agency_id, id, name) values (${agencyId}, ${campaign}, 'Herbst')`;
  await sql`
    insert into campaign_release (agency_id, campaign_id, release_id)
    values (${agencyId}, ${campaign}, ${pressReleaseId})
  `;
  await sql`insert into portfolio (agency_id, id, name) values (${agencyId}, ${portfolio}, 'Alle')`;
  await sql`
    insert into portfolio_client (agency_id, portfolio_id, client_id)
    select ${agencyId}, ${portfolio}, client_id from release where agency_id = ${agencyId} and id = ${pressReleaseId}
  `;
  await sql`
    insert into portfolio_campaign (agency_id, portfolio_id, campaign_id)
    values (${agencyId}, ${portfolio}, ${campaign})
  `;
  await sql`
    insert into report_schedule (
      agency_id, id, scope_type, scope_id, format, days, rhythm, on_day, at_time, period, comparison, looked_through, business_days
    )
    values (
      ${agencyId}, ${uuidv7()}, 'campaign', ${campaign}, 'pdf', 30, 'monthly', 3, '08:00', 'month', 'previous_year', true, true
    )
  `;
  await sql`
    insert into report_draft (agency_id, id, scope_type, scope_id, period, formats, recipients, created_by)
    values (${agencyId}, ${uuidv7()}, 'campaign', ${campaign}, '2026-10', '{pdf}', '{}', 'operator')
  `;
  // Far away, so that no loop takes it.
  await sql`
    insert into export_job (
      agency_id, id, idempotency_key, format, scope_type, scope_id, days, created_by, status, due_at, attempts, lease_token,
      artifact_id
    )
    values (
      ${agencyId}, ${job}, ${randomUUID()}, 'csv', 'article', ${String(pressReleaseId)}, 7, 'test', 'processing',
      now() + interval '1 day', 1, ${leaseToken}, ${leaseToken}
    )
  `;
  await sql`
    insert into export_chunk (agency_id, job_id, artifact_id, number, bytes)
    values (${agencyId}, ${job}, ${leaseToken}, 0, 'abc')
  `;
  await sql`
    insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted, disabled_at, disabled_reason)
    values (
      ${agencyId}, ${webhook}, 'https://hooks.example/in', ${secret}, '{report.created}', ${secret}, now(), 'requested'
    )
  `;
  await sql`
    insert into webhook_message (agency_id, id, event_type, payload)
    values (${agencyId}, ${message}, 'report.created', '{}')
  `;
  await sql`
    insert into webhook_queue (agency_id, webhook_id, message_id, next_attempt_at)
    values (${agencyId}, ${webhook}, ${message}, now() + interval '1 day')
  `;
  await sql`
    insert into webhook_attempt (agency_id, id, webhook_id, message_id, event_type, attempt, status, attempted_at)
    values (${agencyId}, ${uuidv7()}, ${webhook}, ${message}, 'report.created', 1, 'delivered', now())
  `;
  await sql`
    insert into webhook_replay (agency_id, id, webhook_id, message_id)
    values (${agencyId}, ${uuidv7()}, ${webhook}, ${message})
  `;
  return { leaseToken, webhookSecret: secret.toString("hex") };
}
