import { expect } from "bun:test";
import { readLogo } from "../../../../../service/features/agencies/settings/read-logo.ts";
import type { PublicationReport } from "../../../../../service/features/reporting/reports/schema.ts";
import { samplePng } from "../../../../support/sample-png.ts";

export const verifyUrl = "https://presse.example.com/pruefen";

export const logo = readLogo(samplePng(200, 50));
export const picture = readLogo(samplePng(320, 180, { colour: [150, 90, 160] }));
const size = {
  sha256: picture.sha256,
  width: 320,
  height: 180,
  alt: "Eine Halle",
  credit: "Foto: Anna Berg",
};
export const presentation = {
  ...{ language: "de", layout: 2, picture: size },
  logo: { sha256: logo.sha256, width: 200, height: 50 },
  clientLogo: { sha256: logo.sha256, width: 200, height: 50 },
  releasePictures: [1, 2, 3, 4, 5, 6].map((releaseId) => ({ releaseId, ...size })),
} as const satisfies PublicationReport["presentation"];

function positions(text: string, words: readonly string[]): number[] {
  return words.map((word) => text.indexOf(word));
}

export function expectInOrder(text: string, words: readonly string[]): void {
  const found = positions(text, words);
  expect(words.filter((_, index) => found[index] === -1)).toEqual([]);
  expect(found).toEqual(found.toSorted((one, other) => one - other));
}
