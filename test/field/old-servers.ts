/**
 * Serves the tables of old addresses from nginx and Apache and asks for each address, as visitors of an old newsroom do: `bun run
 * test:field`.
 */
import { afterAll, expect, test } from "bun:test";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redirectTable } from "../../service/features/moving/redirects.ts";
import { manyRedirects, oddAddresses, redirectsOf } from "../features/moving/support/odd-addresses.ts";
import { childEnvironment } from "../support/environment.ts";
import { freePort } from "../support/service.ts";
import { until } from "../support/until.ts";

const publicUrl = "https://presse.dienst.example";
const folder = mkdtempSync(join(tmpdir(), "prs-old-server-"));
// Servers give up being root and look for files then.
chmodSync(folder, 0o755);
const children: ChildProcess[] = [];
/** What no server takes for an address, so that it needs no answer. */
const isNoAddress = (path: string) => /%(?![0-9a-f]{2})|%00/i.test(path);
afterAll(() => {
  for (const child of children) child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

function nginxFile(table: string, port: number): string {
  const names = [...table.matchAll(/^map \$request_uri (\$moved_to\w*) \{$/gm)].map(([, name]) => name);
  const returns = names.map((name) => `if (${name}) { return 301 ${name}; }`).join("\n");
  return `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
${table}
server { listen 127.0.0.1:${port}; ${returns} return 404; } }
`;
}

function apacheFile(table: string, port: number): string {
  return `ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
Mutex file:${folder}
ErrorLog ${folder}/apache.log
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule rewrite_module /usr/lib/apache2/modules/mod_rewrite.so
User www-data
Group www-data
DocumentRoot ${folder}/empty
<VirtualHost *>
${table}
</VirtualHost>
`;
}

const servers = [
  { name: "nginx", file: nginxFile, args: (path: string) => ["-p", folder, "-c", path], testArgs: ["-t"] },
  {
    name: "apache",
    file: apacheFile,
    args: (path: string) => ["-f", path, "-DFOREGROUND"],
    testArgs: ["-t"],
  },
] as const;
const programOf = { nginx: "nginx", apache: "apache2" };

for (const { name, file, args, testArgs } of servers) {
  test(`${name} leads each old address to its new one and no other, whatever it is made of`, async () => {
    mkdirSync(join(folder, "empty"), { recursive: true });
    const port = await freePort();
    const path = join(folder, `${name}.conf`);
    const redirects = redirectsOf(oddAddresses);
    writeFileSync(path, file(redirectTable(name, { redirects, publicUrl }), port));
    expect(checked(name, [...args(path), ...testArgs])).toBe("");
    children.push(spawn(programOf[name], args(path), { env: childEnvironment(), stdio: "ignore" }));
    await until(() =>
      answered(port, "/nichts").then(
        ({ status }) => status === 404,
        () => false,
      ),
    );
    for (const { path: old, slug } of redirects) {
      const answer = await answered(port, old);
      const isTaken = ![400, 404].includes(answer.status) || !isNoAddress(old);
      const to = { status: 301, location: `${publicUrl}/newsroom/kunde/${slug}` };
      if (isTaken) expect([old, answer]).toEqual([old, to]);
    }
    for (const other of ["/", "/2019/wer", "/2019/werkk", "/2019Xwerk.html", "/?p=1234", "/x?p=123"])
      expect([other, (await answered(port, other)).status]).toEqual([other, 404]);
  }, 60_000);

  test(`${name} takes the table of a large newsroom with two hosts`, () => {
    const path = join(folder, `${name}-many.conf`);
    writeFileSync(path, file(redirectTable(name, { redirects: manyRedirects(10_000), publicUrl }), 65_000));
    expect(checked(name, [...args(path), ...testArgs])).toBe("");
  }, 60_000);
}

/** What the server says of its file; empty where it takes it. */
function checked(name: keyof typeof programOf, args: readonly string[]): string {
  const { status, stderr } = spawnSync(programOf[name], args, { env: childEnvironment(), encoding: "utf8" });
  return status === 0 ? "" : stderr;
}

function answered(port: number, path: string): Promise<{ status: number; location?: string }> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers: { host: "alt.example" } }, (answer) => {
      answer.resume();
      const { location } = answer.headers;
      resolve({ status: answer.statusCode ?? 0, ...(location !== undefined && { location }) });
    })
      .on("error", reject)
      .end();
  });
}
