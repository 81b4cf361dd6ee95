import { describe, expect, test } from "bun:test";
import { type FollowingGet, getFollowing } from "../../../service/floor/outbound/get-following.ts";
import type { PinnedAnswer } from "../../../service/floor/outbound/request-pinned.ts";
import { failure, rules } from "./posting.ts";
import { answering, type Receiver, startReceiver } from "./receivers.ts";

const to = (location: string) => answering(`HTTP/1.1 302 X\r\nLocation: ${location}\r\n\r\n`);

function follow(url: string, more: Partial<FollowingGet<PinnedAnswer>> = {}) {
  return getFollowing(url, { rules, answerBytesMax: 1_000, endsAt: performance.now() + 20_000, ...more });
}
const addressOf = ({ port }: Receiver) => `http://feeds.example:${port}/a`;

describe("getFollowing", () => {
  test("follows redirects, says where it ended, and asks before each request", async () => {
    await using target = await startReceiver(answering("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"));
    await using moved = await startReceiver(to(`${addressOf(target)}/neu`));
    const asked: string[] = [];
    const before = async (url: string) => {
      asked.push(url);
      return null;
    };
    expect(await follow(addressOf(moved), { before })).toMatchObject({
      status: 200,
      url: `${addressOf(target)}/neu`,
    });
    expect(asked).toEqual([addressOf(moved), `${addressOf(target)}/neu`]);

    const refused = await getFollowing(addressOf(moved), {
      ...{ rules, answerBytesMax: 1_000, endsAt: performance.now() + 20_000 },
      before: async (url) => (url.endsWith("/neu") ? { reason: "other" } : null),
    });
    expect(refused).toEqual({ reason: "other" });
    expect(target.received).toHaveLength(1);
  });

  test("gives up after five redirects, and at one that leads nowhere", async () => {
    await using circle = await startReceiver({
      onRequest: (socket) => socket.end("HTTP/1.1 302 X\r\nLocation: /again\r\n\r\n"),
    });
    expect(await failure(follow(addressOf(circle)))).toMatchObject({
      kind: "redirect",
      message: "More than 5 redirects in a row.",
    });
    expect(circle.received).toHaveLength(6);
    await using nowhere = await startReceiver(answering("HTTP/1.1 302 X\r\n\r\n"));
    expect(await failure(follow(addressOf(nowhere)))).toMatchObject({
      kind: "redirect",
      message: "A redirect that names no place to go.",
    });
  });

  test("asks by HTTPS for plain HTTP that leads to no named range, once", async () => {
    const asked: string[] = [];
    const before = async (url: string) => {
      asked.push(url);
      return null;
    };
    const resolve = async () => [{ address: "10.0.0.1" }];
    for (const some of [{ resolve }, { ...rules, resolve }]) {
      const error = await failure(follow("http://medium.example/a", { before, rules: some }));
      expect(error).toMatchObject({ kind: "unsafe_endpoint", cause: { reason: "private_address" } });
      expect(asked.splice(0)).toEqual(["http://medium.example/a", "https://medium.example/a"]);
    }
  });
});
