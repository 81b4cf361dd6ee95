import { describe, expect, test } from "bun:test";
import { createSpoolRoom, SpoolRoomError } from "../../../../service/features/reporting/data/spool-room.ts";

function openRoom(bytes: number) {
  let changes = 0;
  const room = createSpoolRoom(() => {
    changes += 1;
  });
  room.limitTo(bytes);
  return { room, changes: () => changes };
}

describe("the room of unread data exports", () => {
  test("an agency has two spools and no third, and another one its own", () => {
    const { room, changes } = openRoom(100);
    const first = room.open(1);
    expect(room.hasRoomFor(1)).toBe(true);
    room.open(1);
    expect([room.hasRoomFor(1), room.hasRoomFor(2)]).toEqual([false, true]);
    first.close();
    first.close();
    expect(room.hasRoomFor(1)).toBe(true);
    expect(changes()).toBe(1);
  });

  test("where nothing is left, a first spool may still be tried, and a second may not", () => {
    const { room } = openRoom(0);
    expect(room.hasRoomFor(1)).toBe(true);
    const share = room.open(1);
    expect(() => share.add(1)).toThrow(SpoolRoomError);
    expect(room.hasRoomFor(1)).toBe(false);
    room.limitTo(10);
    expect(room.hasRoomFor(1)).toBe(true);
  });

  test("one agency takes half of the bytes and not one more, over both of its spools", () => {
    const { room } = openRoom(100);
    const [first, second] = [room.open(1), room.open(1)];
    first.add(30);
    second.add(20);
    expect(() => second.add(1)).toThrow(SpoolRoomError);
    expect(room.bytes()).toBe(50);
    first.close();
    second.add(20);
    expect(room.bytes()).toBe(40);
  });

  test("what one agency takes leaves room for every other, however many there are", () => {
    const { room } = openRoom(1_000);
    for (let agency = 1; agency <= 9; agency += 1) {
      const share = room.open(agency);
      const fill = () => {
        for (;;) share.add(1);
      };
      expect(fill).toThrow(SpoolRoomError);
    }
    expect(room.bytes()).toBeLessThan(1_000);
    expect(room.hasRoomFor(10)).toBe(true);
  });
});
