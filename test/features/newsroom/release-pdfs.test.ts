import { expect, test } from "bun:test";
import type { ReleaseFile } from "../../../service/features/newsroom/release-file.ts";
import { createReleasePdfs } from "../../../service/features/newsroom/release-pdfs.ts";
import { createPublicSeats } from "../../../service/floor/limits/public-seats.ts";
import { refusalOf } from "../../support/workflow.ts";

const file: ReleaseFile = {
  ...{
    language: "de",
    languageTag: "de",
    clientName: "Werk",
    kicker: "Pressemitteilung",
    title: "Neues Werk",
    subtitle: null,
  },
  ...{ correction: null, dateline: null, markdown: "Text", about: null, contact: null, accent: null },
  ...{ url: "https://presse.example/werk", publishedAt: "2026-11-19T08:00:00.000Z" },
};
const [crowded, other] = ["192.0.2.1", "198.51.100.1"];

test("the PDF of a release is drawn for readers of one network where the one who asked first is of a network without a turn", async () => {
  const publicSeats = createPublicSeats();
  const leave = await Promise.all([publicSeats.enter(crowded), publicSeats.enter(crowded)]);
  let drawn = 0;
  const renderRelease = async () => {
    drawn += 1;
    return new Uint8Array([drawn]);
  };
  const pdfOf = createReleasePdfs({ renderer: { renderRelease }, publicSeats });
  const first = refusalOf(pdfOf(1, file, crowded));
  const others = [pdfOf(1, file, other), pdfOf(1, file, other), pdfOf(1, file, "203.0.113.1")];
  expect(await first).toBe("service_unavailable");
  expect(await Promise.all(others)).toEqual(Array(3).fill(new Uint8Array([1])));
  expect(drawn).toBe(1);
  for (const each of leave) each();
});

test("a PDF that can't be drawn is tried once for all who wait for it", async () => {
  let drawn = 0;
  const renderRelease = async () => {
    drawn += 1;
    throw new Error("It can't be drawn.");
  };
  const pdfOf = createReleasePdfs({ renderer: { renderRelease }, publicSeats: createPublicSeats() });
  const all = [pdfOf(1, file, crowded), pdfOf(1, file, other)];
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(drawn).toBe(1);
});
