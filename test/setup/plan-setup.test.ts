import { describe, expect, test } from "bun:test";
import { explainFailure, type Machine, needs, planSetup } from "./plan-setup.ts";
import { distributionOf } from "./this-machine.ts";

const wanted = needs({ home: "/root", programs: ["/opt/bin", "/usr/bin"] });
const everything = wanted.map(({ files }) => files[0] ?? "");

function machine(changes: Partial<Machine> & { lacks?: string[] } = {}): Machine {
  const lacks = changes.lacks ?? [];
  return {
    has: (pattern) => everything.includes(pattern) && !lacks.some((word) => pattern.includes(word)),
    distribution: "debian",
    isRoot: true,
    playwrightVersion: "1.2.3",
    ...changes,
  };
}

describe("what is done before the tests", () => {
  test("is nothing where everything is there, whoever asks", () => {
    for (const isRoot of [true, false])
      expect(planSetup(machine({ isRoot, distribution: "other" }), wanted)).toEqual({ kind: "ready" });
  });

  test("is an installation of just what is missing, for root on Debian", () => {
    const plan = planSetup(machine({ lacks: ["redis-server", "faketime"] }), wanted);
    if (plan.kind !== "install") throw new Error(plan.kind);
    expect(plan.commands.map((command) => command.filter((word) => !/^-o$|Timeout/.test(word)))).toEqual([
      ["apt-get", "update", "-qq"],
      ["apt-get", "install", "--yes", "--no-install-recommends", "redis-server", "libfaketime"],
    ]);
  });

  test("takes no snap for a browser on Ubuntu", () => {
    const plan = planSetup(machine({ has: () => false, distribution: "ubuntu" }), wanted);
    if (plan.kind !== "install") throw new Error(plan.kind);
    expect(plan.commands).toHaveLength(3);
    expect(plan.commands[1]).toContain("postgresql");
    expect(plan.commands[1]).not.toContain("chromium");
    expect(plan.commands[2]).toEqual([
      ...["npx", "-y", "playwright-core@1.2.3"],
      ...["install", "--with-deps", "chromium"],
    ]);
    const browserAlone = planSetup(machine({ lacks: ["chromium"], distribution: "ubuntu" }), wanted);
    expect(browserAlone.kind === "install" && browserAlone.commands).toHaveLength(1);
  });

  test("is one message with everything and one command, for who is not root or elsewhere", () => {
    const user = planSetup(machine({ has: () => false, isRoot: false }), wanted);
    if (user.kind !== "ask") throw new Error(user.kind);
    for (const { name, debianPackage } of wanted) {
      expect(user.message).toContain(name);
      expect(user.message).toContain(debianPackage);
    }
    expect(user.message.match(/sudo apt-get .*install .*/g)).toHaveLength(1);
    const elsewhere = planSetup(machine({ has: () => false, distribution: "other" }), wanted);
    expect(elsewhere.kind === "ask" && elsewhere.message).toContain("On Debian");
  });

  test("asks for container engines for the tests that run them, and for no other", () => {
    const packagesOf = (set?: "containers") =>
      needs({ home: "/root", programs: ["/usr/bin"] }, set).map(({ debianPackage }) => debianPackage);
    expect(packagesOf()).not.toContain("podman");
    expect(packagesOf("containers")).toEqual(expect.arrayContaining(["podman", "docker.io", "debootstrap"]));
    const plan = planSetup(machine(), needs({ home: "/root", programs: ["/usr/bin"] }, "containers"));
    expect(plan.kind === "install" && plan.commands[1]).toContain("docker.io");
  });

  test("counts any of several places where a program may be", () => {
    const own = (pattern: string) => everything.includes(pattern) && !pattern.endsWith("/chromium");
    const playwright = "/root/.cache/ms-playwright/*/chrome-linux64/chrome";
    const has = (pattern: string) => own(pattern) || pattern === playwright;
    expect(planSetup(machine({ has }), wanted).kind).toBe("ready");
    expect(planSetup(machine({ has: own }), wanted).kind).toBe("install");
  });
});

test("a derivative of a distribution is treated as that one", () => {
  expect(distributionOf('PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n')).toBe("debian");
  expect(distributionOf("ID=ubuntu\nID_LIKE=debian\n")).toBe("ubuntu");
  expect(distributionOf('ID=linuxmint\nID_LIKE="ubuntu debian"\n')).toBe("ubuntu");
  expect(distributionOf("ID=raspbian\nID_LIKE=debian\n")).toBe("debian");
  expect(distributionOf("ID=fedora\n")).toBe("other");
  expect(distributionOf("")).toBe("other");
});

test.each([
  ["E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12 (apt)", "automatic update"],
  ["E: Unable to lock directory /var/lib/apt/lists/", "automatic update"],
  ["Err:1 http://deb.example.org Temporary failure resolving 'deb.example.org'", "the network"],
  ["E: Failed to fetch http://deb.example.org/x.deb  404  Not Found", "the network"],
  ["E: Unable to locate package redis-server", "sources.list.d"],
  ["E: Sub-process /usr/bin/dpkg returned an error code (1)", "as said above"],
])("a failed installation says what to do: %s", (output, advice) => {
  expect(explainFailure(["apt-get", "install", "redis-server"], output)).toContain(advice);
});
