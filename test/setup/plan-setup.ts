/** What the tests need of the machine besides Node and npm, and what to do where some of it is missing. */

export type Need = {
  /** What is looked for, in words for the message. */
  name: string;
  /** Debian's package; Ubuntu's has the same name, but for the one that is no package there. */
  debianPackage: string;
  /** Any one of these files will do; a `*` stands for one folder's name. */
  files: readonly string[];
};

export type Distribution = "debian" | "ubuntu" | "other";

export type Machine = {
  /** True where a file matches the pattern. */
  has: (pattern: string) => boolean;
  distribution: Distribution;
  isRoot: boolean;
  /** The version that package.json pins, which brings a browser where the distribution has none. */
  playwrightVersion: string;
};

export type Plan =
  | { kind: "ready" }
  | { kind: "install"; missing: readonly Need[]; commands: readonly (readonly string[])[] }
  | { kind: "ask"; message: string };

/** Playwright keeps its own browsers below the home folder. */
export const chromiumFiles = (home: string): readonly string[] => [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome-stable",
  `${home}/.cache/ms-playwright/*/chrome-linux64/chrome`,
  `${home}/.cache/ms-playwright/*/chrome-linux/chrome`,
];

export const firefoxFiles: readonly string[] = ["/usr/bin/firefox-esr"];

/** Chromium without what belongs to windows: a page costs half the processor time. Playwright installs it with the other. */
export const headlessShellFiles = (home: string): readonly string[] => [
  "/usr/bin/chromium-headless-shell",
  `${home}/.cache/ms-playwright/*/chrome-headless-shell-linux64/chrome-headless-shell`,
  `${home}/.cache/ms-playwright/*/chrome-linux/headless_shell`,
];

/** The engines of `test:containers` are large, start services of their own, and are no business of the other tests. */
export type TestSet = "suite" | "containers" | "field";

export type Folders = { home: string; programs: readonly string[] };

export function needs(folders: Folders, set: TestSet = "suite"): readonly Need[] {
  const program = (name: string) => folders.programs.map((folder) => `${folder}/${name}`);
  if (set === "containers") return needsOfContainers(program);
  const suite = needsOfSuite(program, folders.home);
  return set === "field" ? [...suite, ...needsOfField(program)] : suite;
}

function needsOfSuite(program: (name: string) => string[], home: string): Need[] {
  return [
    {
      name: "PostgreSQL (initdb)",
      debianPackage: "postgresql",
      files: ["/usr/lib/postgresql/*/bin/initdb", ...program("initdb")],
    },
    { name: "PgBouncer", debianPackage: "pgbouncer", files: program("pgbouncer") },
    { name: "redis-server", debianPackage: "redis-server", files: program("redis-server") },
    { name: "Chromium", debianPackage: "chromium", files: chromiumFiles(home) },
    {
      name: "its headless shell",
      debianPackage: "chromium-headless-shell",
      files: headlessShellFiles(home),
    },
    { name: "pdftotext", debianPackage: "poppler-utils", files: program("pdftotext") },
    {
      name: "libfaketime",
      debianPackage: "libfaketime",
      files: ["/usr/lib/*/faketime/libfaketimeMT.so.1"],
    },
    { name: "curl", debianPackage: "curl", files: program("curl") },
    { name: "openssl", debianPackage: "openssl", files: program("openssl") },
  ];
}

function needsOfContainers(program: (name: string) => string[]): Need[] {
  return [
    { name: "Podman", debianPackage: "podman", files: program("podman") },
    { name: "its network", debianPackage: "netavark", files: ["/usr/lib/podman/netavark"] },
    { name: "names in its network", debianPackage: "aardvark-dns", files: ["/usr/lib/podman/aardvark-dns"] },
    { name: "Docker's daemon", debianPackage: "docker.io", files: program("dockerd") },
    { name: "docker-compose", debianPackage: "docker-compose", files: program("docker-compose") },
    { name: "runc", debianPackage: "runc", files: program("runc") },
    { name: "iptables", debianPackage: "iptables", files: program("iptables") },
    { name: "debootstrap", debianPackage: "debootstrap", files: program("debootstrap") },
    { name: "openssl", debianPackage: "openssl", files: program("openssl") },
  ];
}

/** What `bun run test:field` needs besides: programs as users of the service have them. */
function needsOfField(program: (name: string) => string[]): Need[] {
  const ofPython = "/usr/lib/python3/dist-packages";
  return [
    { name: "Firefox", debianPackage: "firefox-esr", files: firefoxFiles },
    { name: "debootstrap", debianPackage: "debootstrap", files: program("debootstrap") },
    { name: "LibreOffice Calc", debianPackage: "libreoffice-calc-nogui", files: program("soffice") },
    { name: "PyJWT", debianPackage: "python3-jwt", files: [`${ofPython}/jwt`] },
    {
      name: "Python's cryptography",
      debianPackage: "python3-cryptography",
      files: [`${ofPython}/cryptography`],
    },
    { name: "Postfix", debianPackage: "postfix", files: program("postfix") },
    { name: "Dovecot", debianPackage: "dovecot-imapd", files: program("dovecot") },
    { name: "WebKit's driver", debianPackage: "wpewebkit-driver", files: program("WPEWebDriver") },
    {
      name: "WebKit",
      debianPackage: "libwpewebkit-1.1-0",
      files: ["/usr/lib/*/wpe-webkit-1.1/MiniBrowser"],
    },
    { name: "qpdf", debianPackage: "qpdf", files: program("qpdf") },
    { name: "MuPDF", debianPackage: "mupdf-tools", files: program("mutool") },
    { name: "nginx", debianPackage: "nginx", files: program("nginx") },
    { name: "Apache", debianPackage: "apache2-bin", files: program("apache2") },
    { name: "haproxy", debianPackage: "haproxy", files: program("haproxy") },
    { name: "Caddy", debianPackage: "caddy", files: program("caddy") },
    { name: "xmllint", debianPackage: "libxml2-utils", files: program("xmllint") },
    { name: "SpamAssassin", debianPackage: "spamassassin", files: program("spamassassin") },
  ];
}

/** An automatic update that has just begun ends within minutes; apt itself says whom it waits for. */
const lockTimeoutSeconds = 300;

/** Decides what has to be done before the tests can run: nothing, install, or ask a person who may. */
export function planSetup(machine: Machine, wanted: readonly Need[]): Plan {
  const missing = wanted.filter(({ files }) => !files.some(machine.has));
  if (missing.length === 0) return { kind: "ready" };
  const commands = commandsFor(missing, machine);
  if (machine.isRoot && machine.distribution !== "other") return { kind: "install", missing, commands };
  return { kind: "ask", message: messageFor(missing, machine.distribution, commands) };
}

function commandsFor(missing: readonly Need[], machine: Machine): string[][] {
  // Ubuntu's chromium is a snap, which neither runs in containers nor reads the files of the tests.
  const isElsewhere = (need: Need) =>
    machine.distribution === "ubuntu" && need.debianPackage.startsWith("chromium");
  const packages = missing.filter((need) => !isElsewhere(need)).map(({ debianPackage }) => debianPackage);
  const lock = ["-o", `DPkg::Lock::Timeout=${lockTimeoutSeconds}`];
  const commands: string[][] = [];
  if (packages.length > 0) {
    commands.push(["apt-get", ...lock, "update", "-qq"]);
    commands.push(["apt-get", ...lock, "install", "--yes", "--no-install-recommends", ...packages]);
  }
  if (missing.some(isElsewhere)) {
    const installer = `playwright-core@${machine.playwrightVersion}`;
    commands.push(["npx", "-y", installer, "install", "--with-deps", "chromium"]);
  }
  return commands;
}

function messageFor(
  missing: readonly Need[],
  distribution: Distribution,
  commands: readonly (readonly string[])[],
): string {
  // As a person types it; npx asks for root by itself where it needs it.
  const line = commands
    .map(([name = "", ...args]) => [name === "apt-get" ? "sudo apt-get" : name, ...args].join(" "))
    .join(" && ");
  const where =
    distribution === "other"
      ? "On Debian this command installs all of it, elsewhere take the same from your system:"
      : "This command installs all of it:";
  const list = missing.map(({ name, debianPackage }) => `  ${name} (package ${debianPackage})`);
  return ["The tests need what is missing on this machine:", ...list, "", where, `  ${line}`, ""].join("\n");
}

/** What went wrong with apt-get, by what it wrote, and what to do. */
export function explainFailure(command: readonly string[], output: string): string {
  const line = command.join(" ");
  if (/Could not get lock|Unable to (?:acquire|lock)/i.test(output)) {
    return `Another program, for instance an automatic update, is using apt. Wait until it has ended and try again. (${line})`;
  }
  if (
    /Temporary failure resolving|Could not (?:connect|resolve)|Failed to fetch|Connection (?:failed|timed out)|ENOTFOUND|EAI_AGAIN/i.test(
      output,
    )
  ) {
    return `The packages can't be fetched. Look at the network and at the proxy of this machine, and try again. (${line})`;
  }
  if (/Unable to locate package|has no installation candidate/i.test(output)) {
    return `This system's package lists lack a package. Look at /etc/apt/sources.list.d, and try again. (${line})`;
  }
  return `The installation failed, as said above. (${line})`;
}
