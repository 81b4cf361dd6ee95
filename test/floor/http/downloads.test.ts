import { expect, test } from "bun:test";
import { contentDisposition, downloadHeaders } from "../../../service/floor/http/downloads.ts";

test("a saved file says its name, and its type by the ending", () => {
  expect(downloadHeaders("protokoll.csv")).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="protokoll.csv"',
  });
  expect(downloadHeaders("bericht.2026.json")["content-type"]).toBe("application/json; charset=utf-8");
});

test("a name beyond ASCII is given twice, and none breaks out of its header (RFC 6266)", () => {
  expect(contentDisposition("inline", "Größe 1.jpg")).toBe(
    "inline; filename=\"Grosse 1.jpg\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.jpg",
  );
  const hostile = contentDisposition("attachment", 'a"; filename=b.exe\r\nx: 1');
  expect(hostile).not.toMatch(/[\r\n]/);
  expect(hostile.match(/"/g)).toHaveLength(2);
});
