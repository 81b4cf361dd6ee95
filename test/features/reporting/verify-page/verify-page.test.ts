import { beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { bundleVerifyScript } from "../../../../build/bundle-verify-script.ts";
import { canonicalHash } from "../../../../sdk/src/chain-hash.ts";
import { verifyReport } from "../../../../sdk/src/index.ts";
import { headlineFigures } from "../../../../service/features/reporting/exports/headline-figures.ts";
import { wordingOf } from "../../../../service/features/reporting/exports/wording/wording.ts";
import {
  findAnchorToSign,
  signAnchor,
} from "../../../../service/features/reporting/integrity/sign-anchors.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { verifyScript } from "../../../../service/features/reporting/verify-page/verify-script.ts";
import { serviceScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../../support/service.ts";
import { setTriggersAside } from "../../../support/triggers.ts";

test("the page's script is the SDK's own file", async () => {
  expect(verifyScript, "run `bun run verify-script`").toBe(await bundleVerifyScript());
});

describe.each([...serviceKinds])("on the %s database", (kind) => {
  const { service, agency } = serviceScene(kind, { TRUSTED_PROXIES: "127.0.0.0/8,::1" });
  let report: PublicationReport;
  let text: string;

  beforeAll(async () => {
    const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId, {
      title: "<b>Ölpreis & Co</b>",
    });
    report = await createPublicationReport(service.sql, agency.agencyId, {
      scopeType: "article",
      scopeId: pressReleaseId,
      createdBy: "operator",
      seal: await testSeal(),
    });
    text = JSON.stringify(report);
  });

  /** Not the machine's own: the files of a run share a Redis, and the test of the limit would use up the checks of the others. */
  const ownAddress = newAddress();

  async function check(fields: Record<string, string | Blob>, clientAddress = ownAddress) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const headers = { "x-forwarded-for": clientAddress };
    const response = await fetch(`${service.url}/pruefen`, { method: "POST", body, headers });
    const html = await response.text();
    const verdict = /<h2 tabindex="-1">[✓✕ ]*([^<]+)<\/h2>/.exec(html)?.[1] ?? "";
    return { status: response.status, html, verdict };
  }

  describe("/pruefen", () => {
    test("senders that never end keep nobody else out", async () => {
      const slow = Array.from({ length: 3 }, () => halfCheck(service.url));
      try {
        await Promise.all(slow.map(({ sent }) => sent));
        expect(await check({ text })).toMatchObject({ status: 200 });
      } finally {
        for (const { end } of slow) end();
      }
    });

    test("works without script: a pasted report, a file, and the id and hash of a PDF are valid", async () => {
      const page = await fetch(`${service.url}/pruefen`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain("<textarea");
      const contentHash = report.integrity.contentHash;
      const chainHash = "version" in report.integrity ? report.integrity.chainHash : "";
      const accepted: Record<string, string | Blob>[] = [
        { text },
        { text: JSON.stringify(report, null, 2) },
        { datei: new Blob([text], { type: "application/json" }) },
        { nummer: report.id, pruefsumme: contentHash },
        { nummer: ` ${report.id.toUpperCase()} `, pruefsumme: chainHash.toUpperCase() },
      ];
      for (const fields of accepted) {
        const { status, verdict, html } = await check(fields);
        expect([status, verdict]).toEqual([200, "gültig"]);
        expect(html).toContain("Bericht Nummer 1 von Nordlicht Kommunikation: &lt;b&gt;Ölpreis");
      }
    });

    test("shows the main figures of a printed report, so that a person can compare them with the paper", async () => {
      const { html } = await check({ nummer: report.id, pruefsumme: report.integrity.contentHash });
      const shown = [...html.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)].map(([, label, value]) => [
        label,
        value,
      ]);
      const printed = headlineFigures(report, wordingOf(report)).map(({ label, value }) => [label, value]);
      expect(printed.length).toBeGreaterThanOrEqual(3);
      expect(shown).toEqual(printed);
      // Directly below the sentence that asks to compare them.
      expect(html).toMatch(/<p>[^<]*Vergleichen Sie seine Zahlen[^<]*<\/p><dl>/);
      const wrong = await check({ nummer: report.id, pruefsumme: "0".repeat(64) });
      expect(wrong.html).not.toContain("<dt>");
    });

    test("says nicht gültig, and why", async () => {
      const refused: [Record<string, string>, string][] = [
        [{ text: text.replace('"views":0', '"views":9') }, "nach der Ausstellung verändert"],
        [{ text: text.replace('"views":0', '"views":0,"views":0') }, "zweimal"],
        [{ text: text.slice(0, -1) }, "kein vollständiger"],
        [
          {
            text: text.replace('"signature":"', '"signature":"AA').replace(/(.{10})..","keyId/, '$1","keyId'),
          },
          "stammt nicht von diesem Dienst",
        ],
        [{ nummer: report.id, pruefsumme: "0".repeat(64) }, "gehört nicht zu diesem Bericht"],
        [{ nummer: crypto.randomUUID(), pruefsumme: report.integrity.contentHash }, "gibt es hier nicht"],
        [{ nummer: "<script>", pruefsumme: "x" }, "gibt es hier nicht"],
      ];
      for (const [fields, reason] of refused) {
        const { verdict, html } = await check(fields);
        expect(verdict).toBe("nicht gültig");
        expect(html).toContain(reason);
        expect(html).not.toContain('value="<script>');
      }
    });

    test("says of version 1 that it carries a hash and no signature", async () => {
      const { sql } = service;
      const { agencyId } = await createTestAgency(sql);
      const { pressReleaseId } = await createTestRelease(sql, agencyId);
      const seal = await testSeal();
      const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator" } as const;
      const { integrity, ...content } = await createPublicationReport(sql, agencyId, { ...request, seal });
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`
          update publication_report set chain_hash = null, signature = null, key_id = null
          where agency_id = ${agencyId}
        `;
        await transaction`
          insert into report_anchor (agency_id, number, content_hash)
          select agency_id, 1, encode(sha256(convert_to('["' || content_hash || '"]', 'UTF8')), 'hex')
          from publication_report where agency_id = ${agencyId}
        `;
      });
      await signAnchor(sql, seal, await findAnchorToSign(sql, agencyId, seal));
      const { algorithm, contentHash } = integrity;
      const old = JSON.stringify({ ...content, integrity: { algorithm, contentHash, previousHash: null } });
      for (const fields of [{ text: old }, { nummer: content.id, pruefsumme: contentHash }]) {
        const { verdict, html } = await check(fields);
        expect(verdict).toBe("gültig");
        const box = /<section id="ergebnis".*?<\/section>/s.exec(html)?.[0] ?? "";
        expect(box).toContain("trägt eine Prüfsumme und keine Unterschrift");
        expect(box).not.toContain("digitale");
        expect(box).not.toContain("lückenlos");
      }
    });

    test("takes 256 KiB at most, and nothing that is no form", async () => {
      // The rest is the form's own.
      const most = await check({ text: text + " ".repeat(256 * 1024 - text.length - 500) });
      expect([most.status, most.verdict]).toEqual([200, "gültig"]);
      const refused = await check({ text: "x".repeat(256 * 1024) });
      expect(refused.status).toBe(413);
      expect(refused.html).toContain("zu groß für die Prüfung auf dem Server");
      expect((await check({})).status).toBe(400);
      const plain = await fetch(`${service.url}/pruefen`, { method: "POST", body: "text=1" });
      expect(plain.status).toBe(400);
    });

    test("an old report whose number is none is unknown, whatever it is", async () => {
      for (const id of [{ toString: 1, valueOf: 1 }, [report.id], null, 3, "a\0"]) {
        const contentHash = await canonicalHash({ id });
        const old = JSON.stringify({
          id,
          integrity: { algorithm: "sha256", previousHash: null, contentHash },
        });
        const { status, verdict } = await check({ text: old });
        expect([status, verdict]).toEqual([200, expect.stringContaining("nicht")]);
      }
    });

    test("is limited by address", async () => {
      const [busy, quiet] = [newAddress(), newAddress()];
      const statuses: number[] = [];
      for (let count = 0; count < 61; count += 1)
        statuses.push((await check({ nummer: "x", pruefsumme: "y" }, busy)).status);
      expect(statuses.indexOf(429)).toBe(60);
      expect((await check({ nummer: "x", pruefsumme: "y" }, quiet)).status).toBe(200);
    });
  });

  test("the public keys are served to any site, and verify what the service signed", async () => {
    const response = await fetch(`${service.url}/.well-known/pr-service-keys.json`);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const keys = await response.json();
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect(await verifyReport(text, { keys })).toMatchObject({ isValid: true });
  });

  test("a report that does not fit is never served: 500, an alarm, and no part of the data", async () => {
    const { sql } = service;
    await sql.begin(async (transaction) => {
      await setTriggersAside(transaction);
      await transaction`
        update publication_report set content = replace(content, '"views":0', '"views":9') where id = ${report.id}
      `;
    });
    const headers = { Authorization: `Bearer ${agency.key}` };
    const answer = await fetch(`${service.url}/api/reporting/v1/reports/${report.id}`, { headers });
    expect(answer.status).toBe(500);
    expect(await answer.text()).toBe('{"error":"internal_error"}');
    const data = await fetch(`${service.url}/api/reporting/v1/data`, { headers });
    expect(await data.json()).toMatchObject({ reports: [] });
    expect(service.logged.join("\n")).toContain("report_does_not_fit");
  });
});

/** A check that is announced, and of which one byte comes. */
function halfCheck(url: string): { sent: Promise<void>; end: () => void } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = `POST /pruefen HTTP/1.1\r\nHost: ${hostname}\r\nX-Forwarded-For: ${newAddress()}\r\nContent-Length: 200000\r\n\r\nx`;
  const sent = new Promise<void>((resolve) => socket.write(head, () => resolve()));
  return { sent, end: () => socket.destroy() };
}

function newAddress(): string {
  return `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
}
