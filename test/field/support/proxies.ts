/** Debian's proxies as private processes, by the settings of our examples: TLS at the proxy, two services behind it. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createFolder,
  findProgram,
  startServer,
  untilReady,
  withFreePorts,
} from "../../support/server-process.ts";

export type ProxyName = "nginx" | "haproxy" | "Caddy";
export type RunningProxy = {
  httpsPort: number;
  /** Null for Caddy, whose own redirect needs port 80. */
  httpPort: number | null;
  version: string;
  stop(): Promise<void>;
};

/** The name that the examples are written for. */
export const proxiedHost = "presse.example.org";

type Places = { folder: string; certificate: string; key: string; https: number; http: number };
type Kind = {
  command: string;
  example: string;
  /** The example with these places in it, as a whole configuration. */
  configure: (example: string, places: Places) => string;
  args: (file: string, folder: string) => string[];
  version: readonly string[];
  exitSignal: NodeJS.Signals;
};

const kinds: Record<ProxyName, Kind> = {
  nginx: {
    command: "nginx",
    example: "nginx.conf",
    configure: (example, { folder, certificate, key, https, http }) => {
      const site = example
        .replace("listen 80;", `listen 127.0.0.1:${http};`)
        .replace("listen 443 ", `listen 127.0.0.1:${https} `)
        .replace(/(?<=ssl_certificate ).*(?=;)/, certificate)
        .replace(/(?<=ssl_certificate_key ).*(?=;)/, key);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      );
      return `${process.getuid?.() === 0 ? "user root;" : ""}daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr;
events {} http { access_log off; ${temporary.join(" ")}\n${site}}`;
    },
    args: (file, folder) => ["-p", folder, "-c", file],
    version: ["-v"],
    exitSignal: "SIGQUIT",
  },
  haproxy: {
    command: "haproxy",
    example: "haproxy.cfg",
    configure: (example, { folder, certificate, key, https, http }) => {
      const pem = join(folder, "both.pem");
      writeFileSync(pem, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
      return example
        .replace("bind :80", `bind 127.0.0.1:${http}`)
        .replace("bind :443 ", `bind 127.0.0.1:${https} `)
        .replace(/(?<= crt )\S+/, pem);
    },
    args: (file) => ["-db", "-f", file],
    version: ["-v"],
    exitSignal: "SIGUSR1",
  },
  Caddy: {
    command: "caddy",
    example: "Caddyfile",
    configure: (example, { certificate, key, https }) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${example.replace(
        `${proxiedHost} {`,
        `https://${proxiedHost}:${https} {\n\ttls ${certificate} ${key}`,
      )}`,
    args: (file) => ["run", "--config", file, "--adapter", "caddyfile"],
    version: ["version"],
    exitSignal: "SIGTERM",
  },
};

export async function startProxy(
  name: ProxyName,
  services: readonly [string, string],
): Promise<RunningProxy> {
  const { command, example, configure, args, version, exitSignal } = kinds[name];
  const program = findProgram(command, command);
  const text = readFileSync(new URL(`../../../examples/deploy/${example}`, import.meta.url), "utf8")
    // With its second process, as the example says.
    .replace(/^(\s*)# (server .*3001.*)$/m, "$1$2")
    .replace("reverse_proxy 127.0.0.1:3000 {", "reverse_proxy 127.0.0.1:3000 127.0.0.1:3001 {")
    .replaceAll("127.0.0.1:3000", new URL(services[0]).host)
    .replaceAll("127.0.0.1:3001", new URL(services[1]).host);
  return await withFreePorts(2, async ([https = 0, http = 0]) => {
    const folder = createFolder(`prs-${command}-`);
    const file = join(folder, example);
    const certificate = join(folder, "certificate.pem");
    const key = join(folder, "key.pem");
    const subject = ["-subj", `/CN=${proxiedHost}`, "-addext", `subjectAltName=DNS:${proxiedHost}`];
    const pair = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate];
    execFileSync("openssl", ["req", "-x509", "-days", "2", ...subject, ...pair], { stdio: "ignore" });
    writeFileSync(file, configure(text, { folder, certificate, key, https, http }));
    const server = startServer({
      command: program,
      args: args(file, folder),
      folder,
      exitSignal,
      environment: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    await untilReady(server, folder, async () => {
      const answer = await fetch(`https://127.0.0.1:${https}/ready`, {
        headers: { host: proxiedHost },
        tls: { rejectUnauthorized: false, serverName: proxiedHost },
      }).catch(() => null);
      return answer?.status === 200;
    });
    const said = Bun.spawnSync([program, ...version]);
    const numbers = /\d+\.\d+\.\d+/.exec(said.stdout.toString() + said.stderr.toString());
    return {
      httpsPort: https,
      httpPort: name === "Caddy" ? null : http,
      version: `${name} ${numbers?.[0]}`,
      stop: () => server.end(exitSignal),
    };
  });
}
