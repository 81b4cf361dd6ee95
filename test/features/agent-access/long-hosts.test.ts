import { expect, test } from "bun:test";
import { isDocumentAddress } from "../../../service/features/agent-access/client-documents.ts";
import { signClientId } from "../../../service/features/agent-access/client-id.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { serviceScene } from "../../support/cast.ts";
import { allow, ask, goesOnTo, newProof, pathOf, register } from "./support/connect.ts";

const secretKey = "5a".repeat(32);
const { service, owner } = serviceScene("server", { SECRET_KEY: secretKey });

/** A host of so many characters, the port among them. */
function hostOf(characters: number): string {
  const end = ".assistant.example:8443";
  return (
    Array.from({ length: characters - end.length }, (_, at) => (at % 60 === 59 ? "." : "a")).join("") + end
  );
}
const uriOf = (characters: number) => `https://${hostOf(characters)}/cb`;

test("a program without a name is allowed with a host of any length that is taken, under the end of it", async () => {
  for (const characters of [80, 81, 101, 253]) {
    const redirectUri = uriOf(characters);
    const registered = await register(service, { redirect_uris: [redirectUri] });
    expect([characters, registered.status]).toEqual([characters, 201]);
    const { client_id: clientId, client_name: name } = (await registered.json()) as Record<string, string>;
    expect(name).toBe(hostOf(characters).slice(-80));
    expect((await allowed(clientId ?? "", redirectUri)).searchParams.get("code")).toBeString();
  }
  expect((await register(service, { redirect_uris: [uriOf(254)] })).status).toBe(400);
});

test("an id that was signed before hosts had a bound is shown with a name that fits, or is unknown", async () => {
  const secrets = createSecretCipher(Buffer.from(secretKey, "hex"));
  const signed = (characters: number) =>
    signClientId(secrets, {
      name: hostOf(characters),
      redirectUris: [uriOf(characters), "https://short.example/cb"],
      isOfOperator: false,
    });
  expect((await allowed(signed(253), uriOf(253))).searchParams.get("code")).toBeString();
  const refused = await ask(service, { client_id: signed(254), redirect_uri: "https://short.example/cb" });
  expect(refused.status).toBe(400);
});

test("the address of a document has a host that can be kept", () => {
  expect([253, 254].map((characters) => isDocumentAddress(`https://${hostOf(characters)}/x.json`))).toEqual([
    true,
    false,
  ]);
});

async function allowed(clientId: string, redirectUri: string): Promise<URL> {
  const { challenge } = newProof();
  const asked = await ask(service, {
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
  });
  return goesOnTo(await allow(owner, pathOf(asked)));
}
