import { afterAll, beforeAll, expect, test } from "bun:test";
import { createSocket, type Socket } from "node:dgram";
import { getServers, setServers } from "node:dns";
import { once } from "node:events";
import { dmarcOf, hasKey, hasSpf, keyRecord } from "../../../service/features/mailings/senders/look-up.ts";

const usual = getServers();
/** TXT records by name: each a list of strings, as they go over the wire (RFC 1035, 3.3.14). */
const records = new Map<string, string[][]>();
let server: Socket;

beforeAll(async () => {
  server = createSocket("udp4");
  server.on("message", (question, { address, port }) => server.send(answerTo(question), port, address));
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  setServers([`127.0.0.1:${server.address().port}`]);
});
afterAll(() => {
  setServers(usual);
  server.close();
});

const publicKey = `${"A".repeat(391)}B`;
const whole = keyRecord(publicKey);
const other = keyRecord("C".repeat(392));
const halves = (record: string) => [record.slice(0, 255), record.slice(255)];

const answers: [string, string[][], boolean][] = [
  ["after 255 bytes, as hosters do", [halves(whole)], true],
  [
    "before the key, as opendkim-genkey does",
    [["v=DKIM1; k=rsa; ", `p=${publicKey.slice(0, 200)}`, publicKey.slice(200)]],
    true,
  ],
  ["behind another key", [halves(other), halves(whole)], true],
  ["before another key", [halves(whole), halves(other)], true],
  ["with blanks", [["v=DKIM1; p=", ` ${publicKey.slice(0, 200)} `, publicKey.slice(200)]], true],
  ["as another one", [halves(other)], false],
  ["as its beginning alone", [halves(whole).slice(0, 1)], false],
  ["not at all", [["v=spf1 -all"]], false],
];
test.each(answers)(
  "a key that the name server has in strings is found: %s",
  async (name, strings, isFound) => {
    const domain = `${name.replace(/\W/g, "")}.example.org`;
    records.set(`s1._domainkey.${domain}`, strings);
    expect(await hasKey({ selector: "s1", publicKey, domain })).toBe(isFound);
  },
);

test("one record among others says what receivers are asked for", async () => {
  records.set("_dmarc.mails.example.org", [["v=DMARC1; p=none"], ["another=record"]]);
  records.set("mails.example.org", [["a=b"], ["v=spf1 include:a.example ", "-all"], ["c=d"]]);
  expect(await dmarcOf("mails.example.org")).toBe("none");
  expect(await hasSpf("mails.example.org")).toBe(true);
  expect(await hasSpf("nothing.example.org")).toBe(false);
});

/** An answer by RFC 1035, 4.1: the question once more, and each record by a pointer to its name. */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let bytes = question.readUInt8(at); bytes !== 0; bytes = question.readUInt8(at)) {
    labels.push(question.toString("latin1", at + 1, at + 1 + bytes));
    at += bytes + 1;
  }
  const found = records.get(labels.join(".").toLowerCase()) ?? [];
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(found.length === 0 ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(found.length, 6);
  return Buffer.concat([head, question.subarray(12, at + 5), ...found.map(txtRecord)]);
}

function txtRecord(strings: string[]): Buffer {
  const data = Buffer.concat(
    strings.map((text) => Buffer.from(`${String.fromCharCode(text.length)}${text}`, "latin1")),
  );
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, data.length >> 8, data.length & 0xff]);
  return Buffer.concat([head, data]);
}
