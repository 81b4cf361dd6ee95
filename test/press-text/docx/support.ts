import { readDocx } from "../../../service/press-text/docx/read-docx.ts";

/** What a document says; a test whose document is refused ends there. */
export async function textOf(bytes: Uint8Array) {
  const answer = await readDocx(bytes);
  if ("problem" in answer) throw new Error(`The document is refused: ${answer.problem}.`);
  return answer.text;
}
