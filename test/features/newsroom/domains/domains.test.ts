import { describe, expect, test } from "bun:test";
import type { AuditActor } from "../../../../service/features/audit/sql.ts";
import { createClient } from "../../../../service/features/clients/create-client.ts";
import {
  addDomain,
  listDomains,
  removeDomain,
} from "../../../../service/features/newsroom/domains/change-domains.ts";
import { createOwnDomains } from "../../../../service/features/newsroom/domains/own-domains.ts";
import { proveDomain } from "../../../../service/features/newsroom/domains/prove-domain.ts";
import type { DomainView } from "../../../../service/features/newsroom/domains/view.ts";
import { findNewsroom } from "../../../../service/features/newsroom/sql.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { createAddressRanges } from "../../../../service/floor/http/address-ranges.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { createTestAgency, testImprint } from "../../../support/service.ts";
import { refusalOf } from "../../../support/workflow.ts";
import { servePages } from "../support/serve-pages.ts";

const actor: AuditActor = { type: "operator", id: null };
const adding = { actor, serviceHosts: ["dienst.example:8443", "Weiterer.Example"] };
const noPages = { allowCidrs: createAddressRanges([]), resolve: async () => [] };

let clients = 0;

forEachDatabase((_name, open) => {
  describe("an own domain", () => {
    test("is proven by a TXT record, and is the newsroom's address from then on", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId, slug } = await createNewsroom(sql);
      const added = await addDomain(sql, agencyId, { clientId, host: "Presse.Kunde.Example" }, adding);
      expect(added).toMatchObject({ host: "presse.kunde.example", provenAt: null, provenBy: null });
      expect(added.proof.txtName).toBe("_pr-service.presse.kunde.example");
      expect(await addDomain(sql, agencyId, { clientId, host: added.host }, adding)).toEqual(added);
      const input = { clientId, host: added.host };
      const nothing = { actor, targetRules: noPages, resolveTxt: records({}) };
      expect(await refusalOf(proveDomain(sql, agencyId, input, nothing))).toBe("domain_not_proven");
      expect((await findNewsroom(sql, slug))?.ownHost).toBeNull();
      expect(await createOwnDomains(sql).slugOf(added.host)).toBeNull();

      const proven = await proveDomain(sql, agencyId, input, provenBy(added));
      expect(proven).toMatchObject({ provenBy: "dns", provenAt: expect.any(String) });
      expect(await proveDomain(sql, agencyId, input, nothing)).toEqual(proven);
      expect((await findNewsroom(sql, slug))?.ownHost).toBe(added.host);
      expect(await createOwnDomains(sql).slugOf(added.host)).toBe(slug);

      await removeDomain(sql, agencyId, input, actor);
      expect((await findNewsroom(sql, slug))?.ownHost).toBeNull();
      const noted = await sql`
        select action, subject_id, details
        from audit
        where agency_id = ${agencyId}
          and action like 'domain.%'
        order by id`;
      expect(noted.map((row) => [row.action, row.details])).toEqual([
        ["domain.added", { host: added.host }],
        ["domain.proven", { host: added.host }],
        ["domain.removed", { host: added.host }],
      ]);
    });

    test("is proven by its own page, fetched only from addresses that are let through", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createNewsroom(sql);
      const { proof, host } = await addDomain(sql, agencyId, { clientId, host: "seite.example" }, adding);
      const pages = await servePages(({ path }) =>
        path === "/.well-known/pr-service-domain" ? { body: `${proof.pageText}\n` } : null,
      );
      const loopback = { resolve: async () => [{ address: "127.0.0.1" }] };
      // A test can't listen at the usual ports.
      const originsOf = (name: string) => [`http://${name}:${new URL(pages.url).port}`];
      const guarded = { actor, targetRules: loopback, resolveTxt: records({}), originsOf };
      const input = { clientId, host };
      expect(await refusalOf(proveDomain(sql, agencyId, input, guarded))).toBe("domain_not_proven");
      expect(pages.received).toEqual([]);
      const targetRules = { ...loopback, allowCidrs: createAddressRanges(["127.0.0.0/8"]) };
      const proven = await proveDomain(sql, agencyId, input, { ...guarded, targetRules });
      expect(proven.provenBy).toBe("http");
      expect(pages.received.map(({ headers }) => headers.host)).toEqual([
        new URL(originsOf(host)[0] ?? "").host,
      ]);
      await pages.close();
    });

    test("claimed by two agencies can be proven by one alone, whoever came first, ten at once too", async () => {
      const { sql } = (await open()).database;
      const host = "streit.example";
      const newsrooms = await Promise.all(Array.from({ length: 10 }, () => createNewsroom(sql)));
      const claims = [];
      for (const newsroom of newsrooms) {
        const input = { clientId: newsroom.clientId, host };
        claims.push({ ...newsroom, input, view: await addDomain(sql, newsroom.agencyId, input, adding) });
      }
      expect(new Set(claims.map(({ view }) => view.proof.pageText)).size).toBe(10);
      // Another's record proves nothing for oneself.
      const [first, second] = claims;
      if (first === undefined || second === undefined) throw new Error("There are claims.");
      const strange = { ...provenBy(first.view) };
      expect(await refusalOf(proveDomain(sql, second.agencyId, second.input, strange))).toBe(
        "domain_not_proven",
      );
      const outcomes = await Promise.all(
        claims.map(({ agencyId, input, view }) =>
          proveDomain(sql, agencyId, input, provenBy(view)).then(
            () => "proven",
            (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "proven")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "domain_taken")).toHaveLength(9);
      const [row] = await sql`
        select count(*)::integer as proven from newsroom_domain where host = ${host} and proven_at is not null`;
      expect(row?.proven).toBe(1);
    });

    test("proven last is the address; each newsroom has ten at most", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId, slug } = await createNewsroom(sql);
      for (let number = 1; number <= 10; number += 1) {
        const host = `presse-${number}.viele.example`;
        const view = await addDomain(sql, agencyId, { clientId, host }, adding);
        if (number <= 2) await proveDomain(sql, agencyId, { clientId, host }, provenBy(view));
      }
      expect((await findNewsroom(sql, slug))?.ownHost).toBe("presse-2.viele.example");
      expect(
        await refused(addDomain(sql, agencyId, { clientId, host: "elf.viele.example" }, adding)),
      ).toEqual({ host: [expect.stringContaining("höchstens 10")] });
      expect((await listDomains(sql, agencyId, clientId)).domains).toHaveLength(10);
    });

    test("is never the service's own name, and never another agency's to touch", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createNewsroom(sql);
      for (const host of ["dienst.example", "DIENST.example", "weiterer.example"]) {
        expect(await refused(addDomain(sql, agencyId, { clientId, host }, adding))).toEqual({
          host: [expect.stringContaining("Dienstes selbst")],
        });
      }
      const other = await createTestAgency(sql);
      const input = { clientId, host: "presse.fremd.example" };
      const view = await addDomain(sql, agencyId, input, adding);
      expect(await refusalOf(addDomain(sql, other.agencyId, input, adding))).toBe("not_found");
      expect(await refusalOf(proveDomain(sql, other.agencyId, input, provenBy(view)))).toBe("not_found");
      expect(await refusalOf(removeDomain(sql, other.agencyId, input, actor))).toBe("not_found");
      expect(await refusalOf(listDomains(sql, other.agencyId, clientId))).toBe("not_found");
      expect((await listDomains(sql, agencyId, clientId)).domains).toEqual([view]);
    });

    test("is looked up for made-up hosts a few at a time, and a known one goes on meanwhile", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId, slug } = await createNewsroom(sql);
      const input = { clientId, host: "bekannt.example" };
      await proveDomain(sql, agencyId, input, provenBy(await addDomain(sql, agencyId, input, adding)));
      const ownDomains = createOwnDomains(sql);
      expect(await ownDomains.slugOf(input.host)).toBe(slug);
      const asked = Array.from({ length: 50 }, (_, number) =>
        ownDomains.slugOf(`erfunden-${number}.example`),
      );
      expect(await ownDomains.slugOf(input.host)).toBe(slug);
      const outcomes = await Promise.allSettled(asked);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
      expect(await ownDomains.slugOf("bekannt.example.")).toBeNull();
      expect(await ownDomains.slugOf("BEKANNT.example")).toBeNull();
    });
  });
});

/** A resolver that knows these records. */
const records = (known: Record<string, string[][]>) => async (name: string) => {
  const found = known[name];
  if (found === undefined) throw Object.assign(new Error("none"), { code: "ENOTFOUND" });
  return found;
};
const provenBy = (view: DomainView) => ({
  actor,
  targetRules: noPages,
  resolveTxt: records({ [view.proof.txtName]: [["v=spf1 -all"], [view.proof.txtValue]] }),
});

async function createNewsroom(sql: Sql, agencyId?: number) {
  clients += 1;
  const slugs = [`kunde-${clients}`];
  const agency = agencyId ?? (await createTestAgency(sql)).agencyId;
  const input = { name: "Kunde", slugs, persona: null, contactEmail: null, imprint: testImprint };
  return { agencyId: agency, ...(await createClient(sql, agency, input)) };
}

async function refused(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error !== null && typeof error === "object" && "details" in error
    ? (error.details as { fieldErrors: unknown }).fieldErrors
    : error;
}
