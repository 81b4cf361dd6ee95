import { afterAll } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { addClipping } from "../../../../service/features/insights/clippings/add-clipping.ts";
import type { ClippingFields } from "../../../../service/features/insights/clippings/schema.ts";
import { evidenceLoop } from "../../../../service/features/insights/evidence/compare-mentions.ts";
import { type ImportInput, importFile } from "../../../../service/features/insights/import/import-file.ts";
import { createPageParser } from "../../../../service/features/insights/pages/page-parser.ts";
import { readExternalInsights } from "../../../../service/features/insights/read-external-insights.ts";
import type { MediaMention } from "../../../../service/features/insights/schema.ts";
import { threadUrl } from "../../../../service/floor/concurrency/thread-url.ts";
import { createLog } from "../../../../service/log.ts";
import { rules } from "../../../floor/outbound/posting.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import {
  createTestAgency,
  createTestRelease,
  type DatabaseKind,
  type TestRelease,
} from "../../../support/service.ts";
import { byOperator } from "../support.ts";
import { asPage } from "./article-pages.ts";

export const paragraphs = [
  "Die Molkerei Auental füllt ihre Milch künftig wieder in Flaschen aus braunem Glas ab, die fünfzig Mal zurückkommen.",
  "„Wer Milch in Pappe verkauft, hat vergessen, wie sie schmeckt“, sagt Leiterin Ute Kern.",
  "Der Umbau der Halle hat elf Monate gedauert und vier Millionen Euro gekostet, ein Drittel davon trägt das Land.",
];
export const other = [
  "Auf dem Wochenmarkt in der Altstadt gibt es ab sofort wieder frischen Fisch aus der Region, wie der Händler mitteilt.",
  "Er kommt jeden Freitag und bleibt bis zum Mittag, solange der Vorrat reicht und das Wetter mitspielt.",
];
const day = "2026-03-10";
export const publicUrl = "https://presse.example";

/** A medium whose pages are read, and what is done with clippings of it; `current` is of whom they are. */
export function lookScene(kind: DatabaseKind, current: () => { agencyId: number; release: TestRelease }) {
  /** What the medium answers by path. */
  const pages = new Map<
    string,
    { status?: number; paragraphs?: readonly string[]; type?: string; html?: string }
  >();
  const pageParser = createPageParser(threadUrl("features/insights/pages/page-worker"));

  const { service } = serviceScene(kind);
  const site = given(async () => {
    const server = createServer((request, response) => {
      const page = pages.get(request.url ?? "");
      const html =
        page?.paragraphs &&
        asPage(page.paragraphs, {
          seed: 0,
          headline: "Aus der Region",
          link: `${publicUrl}${current().release.path}`,
        });
      response.writeHead(page?.status ?? (page ? 200 : 404), { "content-type": page?.type ?? "text/html" });
      response.end(page?.html ?? html);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { server, port: (server.address() as AddressInfo).port };
  });
  afterAll(async () => {
    await pageParser.close();
    await new Promise((resolve) => site.server.close(resolve));
  });

  /** An agency that lets pages be read, with a release; nothing is due of the others any more. */
  async function begin(): Promise<{ agencyId: number; release: TestRelease }> {
    await service.sql`update mention_evidence set due_at = null`;
    pages.clear();
    pageParser.hostRules.clear();
    const { agencyId } = await createTestAgency(service.sql);
    await service.sql`update agency set reads_articles = true where id = ${agencyId}`;
    return { agencyId, release: await publish(agencyId) };
  }
  const publish = (owner: number) =>
    createTestRelease(service.sql, owner, {
      title: "Molkerei Auental kehrt zur Flasche zurück",
      bodyMarkdown: paragraphs.join("\n\n"),
      clientName: "Molkerei Auental GmbH",
    });
  const enter = async (changes: Partial<ClippingFields> = {}, more: { matchTypeBy?: null } = {}) => {
    const { agencyId, release } = current();
    const { clientId, pressReleaseId: releaseId } = release;
    const none = { author: null, place: null, language: null, note: null, reach: null, reachSource: null };
    const fields: ClippingFields = {
      ...{
        ...none,
        clientId,
        releaseId,
        medium: "Anzeiger",
        mediaType: "online",
        headline: "Aus der Region",
      },
      ...{
        url: `http://anzeiger.example:${site.port}/a`,
        publishedOn: day,
        matchType: "mention",
        ...changes,
      },
    };
    return (await addClipping(service.sql, agencyId, { fields, ...byOperator, ...more })).id;
  };
  /** A clipping in a file; another text is another file. */
  const take = async (
    headline: string,
    { ending = "", ...options }: Pick<ImportInput, "beforeCommit"> & { ending?: string } = {},
  ) => {
    const { agencyId, release } = current();
    const heading = "Meldung;Medium;Mediengattung;Titel;Link;Datum;Trefferart;Quelle";
    const url = `http://anzeiger.example:${site.port}/a${ending}`;
    const line = `${release.pressReleaseId};Anzeiger;Online;${headline};${url};10.03.2026;Erwähnung;Dienst`;
    const read = async function* () {
      yield new TextEncoder().encode(`${heading}\n${line}`);
    };
    const source = { name: "clippings.csv", read };
    await importFile(service.sql, agencyId, { kind: "media-mentions", source, ...options });
  };
  const look = async () => {
    await service.sql`update mention_evidence set due_at = now() - interval '1 second' where agency_id = ${current().agencyId} and due_at is not null`;
    await announceAll(service.sql);
    const log = createLog("silent", () => {});
    const deps = { sql: service.sql, log, targetRules: rules, pageParser, publicUrl };
    await evidenceLoop(deps).run(new AbortController().signal);
  };
  const mentionOf = async (owner = current().agencyId): Promise<MediaMention | undefined> => {
    const window = { from: "2026-01-01", to: "2099-01-01" };
    const input = { releaseIds: [current().release.pressReleaseId], clientIds: [], window };
    return (await readExternalInsights(service.sql, owner, input))?.mediaMentions?.items[0];
  };
  const rowOf = async (id: string) => {
    const [row] =
      await service.sql`select * from mention_evidence where agency_id = ${current().agencyId} and id = ${id}`;
    return row;
  };

  return { service, site, pages, begin, enter, take, look, mentionOf, rowOf };
}
