import { expect, test } from "bun:test";
import { renderToolPage } from "../../../service/edges/public-tools/page/render-tool-page.ts";
import { startTestService } from "../../support/service.ts";

const imprintUrl = "https://agentur.example/impressum";
const privacyUrl = "https://agentur.example/datenschutz";

test("the page of the tools names whoever runs the service, below everything else", async () => {
  const service = await startTestService("embedded", { IMPRINT_URL: imprintUrl, PRIVACY_URL: privacyUrl });
  const page = await (await fetch(`${service.url}/tools`)).text();
  await service.stop();
  expect(page.slice(page.indexOf("</main>"))).toContain(
    `<a href="${imprintUrl}" rel="noopener">Impressum</a>`,
  );
  expect(page.slice(page.indexOf("</main>"))).toContain(
    `<a href="${privacyUrl}" rel="noopener">Datenschutz</a>`,
  );
});

test("of two links that are not set nothing is shown, and of one only that", () => {
  expect(renderToolPage("off", { imprintUrl: null, privacyUrl: null })).not.toContain("<footer");
  const page = renderToolPage("off", { imprintUrl, privacyUrl: null });
  expect(page).toContain("Impressum");
  expect(page).not.toContain("Datenschutz");
});
