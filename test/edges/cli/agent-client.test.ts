import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { ask, pathOf, redirectUri, registeredClient } from "../../features/agent-access/support/connect.ts";
import { serviceScene } from "../../support/cast.ts";
import { runJson, runProgram } from "./run-program.ts";

const environment = { SECRET_KEY: randomBytes(32).toString("hex") };
const { service, owner } = serviceScene("server", environment);
const create = ["agent-client", "create", "--name", "Haus-Assistent"];

test("a program for which the operator vouches is shown as checked, and one that registers itself never is", async () => {
  const made = (await runJson([...create, "--redirect-uri", redirectUri], environment)) as {
    clientId: string;
  };
  expect(made).toMatchObject({ name: "Haus-Assistent", redirectUris: [redirectUri] });
  const pageOf = async (client_id: string) =>
    await (await owner.get(pathOf(await ask(service, { client_id })))).text();
  const checked = await pageOf(made.clientId);
  expect(checked).toContain("„Haus-Assistent“");
  expect(checked).toContain("vom Betreiber geprüft");
  expect(checked).not.toContain("nicht geprüft");
  const registered = await registeredClient(service, {
    client_name: "Haus-Assistent",
    ...{ isOfOperator: true, is_of_operator: true, o: true, kind: "operator" },
  });
  const unchecked = await pageOf(registered);
  expect(unchecked).toContain("nicht geprüft");
  expect(unchecked).not.toContain("vom Betreiber geprüft");
  const other = { SECRET_KEY: randomBytes(32).toString("hex") };
  const foreign = (await runJson([...create, "--redirect-uri", redirectUri], other)) as { clientId: string };
  expect((await ask(service, { client_id: foreign.clientId })).status).toBe(400);
});

test("its addresses are those that a registration may have", async () => {
  const result = (...more: string[]) => runProgram([...create, ...more], environment);
  const two = ["--redirect-uri", redirectUri, "--redirect-uri", "http://127.0.0.1/callback"];
  expect((await result(...two)).stdout).toMatch(/^svc_client_\S+\n$/);
  for (const wrong of ["http://elsewhere.example/", "javascript:alert(1)", "https://a.example/#x"])
    expect((await result("--redirect-uri", wrong)).exitCode).toBe(2);
  expect((await result()).exitCode).toBe(2);
});
