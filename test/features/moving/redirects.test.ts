import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import {
  insertOldAddresses,
  listRedirects,
  oldAddressOf,
} from "../../../service/features/moving/old-addresses-sql.ts";
import { redirectTable } from "../../../service/features/moving/redirects.ts";
import { addDomain } from "../../../service/features/newsroom/domains/change-domains.ts";
import { archiveRelease } from "../../../service/features/workflow/releases/archive-release.ts";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestRelease, serviceKinds } from "../../support/service.ts";
import { oddAddresses, redirectsOf } from "./support/odd-addresses.ts";

const actor = { type: "operator", id: null } as const;
const publicUrl = "https://presse.dienst.example";

for (const kind of serviceKinds) {
  describe(`old addresses on the ${kind} database`, () => {
    const { service, agency, stranger } = serviceScene(kind, { PUBLIC_URL: publicUrl });

    test("below a newsroom's proven domain answer 301, and each other address as before", async () => {
      const release = await createTestRelease(service.sql, agency.agencyId, { title: "Neues Werk" });
      const word = release.path.split("/").at(-1) ?? "";
      // Clients of other tests on this server have the same numbers.
      const [host, other] = ["presse", "neu"].map((word) => `${word}-${randomUUID()}.alt.example`) as [
        string,
        string,
      ];
      await keep(agency.agencyId, release, [
        `https://${host}/2019/05/neues-werk/`,
        `https://${host}/?p=7`,
        `https://${host}/index.php?id=12&L=0`,
        `https://${host}/${encodeURI("größe")}`,
        `https://anderswo.example/nicht-hier`,
      ]);
      await prove(agency.agencyId, release.clientId, host);
      // No cache keeps it: the release may get its old word back.
      const to = { status: 301, location: `https://${host}/${word}`, cacheControl: "no-cache" };
      expect(await ask(host, "/2019/05/neues-werk/")).toEqual(to);
      expect(await ask(host, "/2019/05/neues-werk?utm_source=x")).toEqual(to);
      expect(await ask(host, "/?p=7")).toEqual(to);
      expect(await ask(host, "/index.php?id=12&L=0")).toEqual(to);
      expect(await ask(host, `/${encodeURI("größe")}/`)).toEqual(to);
      expect((await ask(host, "/?p=8")).status).toBe(200);
      expect((await ask(host, "/nicht-hier")).status).toBe(404);
      expect((await ask(host, "/2019/05/neues-werk", "POST")).status).toBe(404);
      expect((await ask(host, `/${word}`)).status).toBe(200);
      // Under the domain that was proven last, addresses of the earlier one lead on too.
      await prove(agency.agencyId, release.clientId, other);
      expect(await ask(other, "/2019/05/neues-werk/")).toEqual({
        status: 301,
        location: `https://${other}/${word}`,
        cacheControl: "no-cache",
      });
      await archiveRelease(service.sql, agency.agencyId, { pressReleaseId: release.pressReleaseId, actor });
      expect((await ask(other, "/2019/05/neues-werk/")).status).toBe(404);
    });

    test("with a query lead to their own release, whichever came first, and those of the host that is asked before others", async () => {
      const pages = await createTestRelease(service.sql, agency.agencyId, { title: "Alle Meldungen" });
      const { clientId } = pages;
      const text = { title: "Die siebte", bodyMarkdown: "Text", slugs: ["siebte"], publishedAt: null };
      const { pressReleaseId } = await publishAtOnce(service.sql, clientId, text);
      const seventh = { clientId, pressReleaseId };
      const [host, other] = [`eins-${randomUUID()}.alt.example`, `zwei-${randomUUID()}.alt.example`];
      await keep(agency.agencyId, pages, [`https://${host}/index.php`, `https://${other}/wir`]);
      await keep(agency.agencyId, seventh, [
        ...[`https://${host}/index.php?id=7`, `https://${other}/index.php`, `https://${host}/wir`],
        `https://${other}/seite?id=7`,
      ]);
      await keep(agency.agencyId, pages, [`https://${host}/seite`]);
      await prove(agency.agencyId, clientId, other);
      await prove(agency.agencyId, clientId, host);
      const leadsTo = async (path: string) => (await ask(host, path)).location?.split("/").at(-1);
      const [first, second] = [pages.path.split("/").at(-1) ?? "", "siebte"];
      expect(await leadsTo("/index.php?id=7")).toBe(second);
      expect(await leadsTo("/index.php?id=8")).toBe(first);
      expect(await leadsTo("/seite?id=7")).toBe(second);
      expect(await leadsTo("/wir")).toBe(second);
    });

    test("of one agency lead nobody anywhere below the domain of another", async () => {
      const release = await createTestRelease(service.sql, agency.agencyId, { title: "Werk" });
      const theirs = await createTestRelease(service.sql, stranger.agencyId, { title: "Werk" });
      const host = `fremd-${randomUUID()}.alt.example`;
      await keep(agency.agencyId, release, [`https://${host}/alt`]);
      await prove(stranger.agencyId, theirs.clientId, host);
      expect((await ask(host, "/alt")).status).toBe(404);
      expect(await listRedirects(service.sql, stranger.agencyId, release.clientId)).toEqual([]);
    });

    async function keep(
      agencyId: number,
      { clientId, pressReleaseId }: { clientId: number; pressReleaseId: number },
      urls: readonly string[],
    ): Promise<void> {
      const addresses = urls.map(oldAddressOf).filter((address) => address !== null);
      await insertOldAddresses(service.sql, agencyId, { clientId, addresses, releaseId: pressReleaseId });
    }

    async function prove(agencyId: number, clientId: number, host: string): Promise<void> {
      await addDomain(service.sql, agencyId, { clientId, host }, { actor, serviceHosts: [] });
      await service.sql`update newsroom_domain set proven_at = clock_timestamp(), proven_by = 'dns' where host = ${host}`;
      await service.sql`
        insert into public_address (kind, address, agency_id, client_id)
        values ('domain', ${host}, ${agencyId}, ${clientId})
        -- The service's own loop may have been faster.
        on conflict do nothing`;
    }

    type Asked = { status: number; location?: string; cacheControl?: string | undefined };

    function ask(host: string, path: string, method = "GET"): Promise<Asked> {
      const { port } = new URL(service.url);
      return new Promise((resolve, reject) => {
        const request = httpRequest(
          { host: "127.0.0.1", port, path, method, headers: { host } },
          (answer) => {
            answer.resume();
            const { location, "cache-control": cacheControl } = answer.headers;
            resolve({
              status: answer.statusCode ?? 0,
              ...(location !== undefined && { location, cacheControl }),
            });
          },
        );
        request.on("error", reject).end();
      });
    }
  });
}

describe("a table for the old server", () => {
  const redirect = { clientSlug: "kunde", ownHost: null, slug: "werk", host: "alt.example" };
  const table = (format: "nginx" | "apache" | "csv", ...paths: string[]) =>
    redirectTable(format, { redirects: paths.map((path) => ({ ...redirect, path })), publicUrl });

  test("has each address with its new one, and nothing of it ends a line or a string", () => {
    expect(table("nginx", "/2019/werk", "/?p=7")).toContain(
      `  "/2019/werk" "${publicUrl}/newsroom/kunde/werk";\n  "/2019/werk/" "${publicUrl}/newsroom/kunde/werk";\n  "/?p=7" "${publicUrl}/newsroom/kunde/werk";\n}`,
    );
    expect(table("nginx", "/a\"b;$c?x={y}\\'")).toContain(`"/a%22b;$c?x={y}\\\\'" `);
    // It compares without regard to case, and refuses a map that has a text twice.
    expect(table("nginx", "/A", "/a?x")).toContain('  "/A" ');
    expect(table("nginx", "/A.b", "/a.b")).toContain('  "~^/A\\.b$" ');
    expect(table("apache", "/2019/werk.html", '/?p=7&x="')).toBe(
      `# In the virtual host of alt.example:
RewriteEngine On
RewriteRule "^/?2019/werk\\.html/?$" "${publicUrl}/newsroom/kunde/werk" [R=301,L,NE]
RewriteCond %{QUERY_STRING} "^p\\=7\\&x\\=[^/]$"
RewriteRule "^/?/?$" "${publicUrl}/newsroom/kunde/werk" [R=301,L,NE,QSD]
`,
    );
    expect(table("csv", "/a")).toBe(
      `\ufeffAlte Adresse,Neue Adresse\r\nhttps://alt.example/a,${publicUrl}/newsroom/kunde/werk\r\n`,
    );
  });

  test("is nothing but its own lines, whatever the addresses are", () => {
    const redirects = redirectsOf(oddAddresses);
    const slugs = redirects.map(({ slug }) => slug);
    // A string ends at a quote without a backslash before it; the new address is ours.
    const ours = String.raw`"https://presse\.dienst\.example/newsroom/kunde/(werk-\d+)"`;
    const inString = String.raw`(?:[^"\\\x00-\x20\x7f-\uffff]|\\[^"a-z0-9\x00-\x20])*`;
    const nginx = redirectTable("nginx", { redirects, publicUrl }).split("\n");
    expect(nginx.slice(0, 5)).toEqual([
      "# In the http block. Beside another such list leave out the next two lines: nginx takes each once.",
      ...["map_hash_bucket_size 2048;", "map_hash_max_size 262144;"],
      "# In the server block of alt.example: if ($moved_to_kunde) { return 301 $moved_to_kunde; }",
      "map $request_uri $moved_to_kunde {",
    ]);
    expect(nginx.slice(-2)).toEqual(["}", ""]);
    const entry = new RegExp(`^  "(?:~\\^)?/${inString}" ${ours};$`);
    expect(new Set(nginx.slice(5, -2).map((line) => entry.exec(line)?.[1]))).toEqual(new Set(slugs));
    const apache = redirectTable("apache", { redirects, publicUrl }).split("\n");
    const inQuotes = String.raw`(?:[^"\\\x00-\x20\x7f]|\\[^"\\\w\x00-\x20])*`;
    const rule = new RegExp(`^RewriteRule "\\^/\\?${inQuotes}" ${ours} \\[R=301,L,NE(?:,QSD)?\\]$`);
    const rules = apache
      .slice(2, -1)
      .filter((line) => !new RegExp(`^RewriteCond %{QUERY_STRING} "\\^${inQuotes}"$`).test(line));
    expect(rules.map((line) => rule.exec(line)?.[1])).toEqual(slugs);
  });

  test("stands beside another client's, because nginx would take the later of two maps of one name", () => {
    const mapOf = (clientSlug: string) =>
      /^map \$request_uri (\$\w+) \{$/m.exec(
        redirectTable("nginx", { redirects: [{ ...redirect, clientSlug, path: "/a" }], publicUrl }),
      )?.[1];
    expect(["stadtwerke-nord", "2-hof"].map(mapOf)).toEqual(["$moved_to_stadtwerke_nord", "$moved_to_2_hof"]);
  });

  test("has a part for each host, since two hosts may have had the same path", () => {
    const hosts = ["alt.example", "www.alt.example"].map((host, n) => ({
      ...redirect,
      host,
      path: "/a",
      slug: `w${n}`,
    }));
    const of = (format: "nginx" | "apache") => redirectTable(format, { redirects: hosts, publicUrl });
    expect(of("nginx")).toContain(
      "of www.alt.example: if ($moved_to_kunde__2) { return 301 $moved_to_kunde__2; }",
    );
    expect(of("nginx").match(/"\/a" /g)).toHaveLength(2);
    expect(of("apache")).toContain("\n# In the virtual host of www.alt.example:\nRewriteEngine On\n");
  });

  test("knows an address however it ends, up to 1,000 characters", () => {
    const path = `/${"a".repeat(999)}`;
    expect(oldAddressOf(`https://alt.example${path}`)).toEqual({ host: "alt.example", path });
    expect(oldAddressOf(`https://alt.example${path}a`)).toBeNull();
    expect(oldAddressOf("https://alt.example/a//")).toEqual({ host: "alt.example", path: "/a" });
    expect(oldAddressOf("tag:alt.example,2019:1")).toBeNull();
    // A table that has it cannot be told from one that leads all of an old server away.
    expect(oldAddressOf("https://alt.example//")).toBeNull();
  });
});
