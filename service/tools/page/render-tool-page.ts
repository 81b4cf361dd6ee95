import type { WriterKind } from "../writer/writer-config.ts";
export function renderToolPage(writerKind: WriterKind): string {
  return writerKind;
}
