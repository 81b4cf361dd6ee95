import { describe, expect, test } from "bun:test";
import { orderTables } from "../../../service/floor/db/order-tables.ts";

describe("the order of tables", () => {
  test("puts what is referred to first", () => {
    const keys = [
      { name: "k1", table: "a", parent: "b" },
      { name: "k2", table: "b", parent: "c" },
    ];
    expect(orderTables(["a", "b", "c"], keys)).toEqual({ ordered: ["c", "b", "a"], forward: [] });
  });

  test("returns the keys that no order satisfies: circles, and a table that refers to itself", () => {
    const keys = [
      { name: "draft_of_release", table: "release", parent: "draft" },
      { name: "release_of_draft", table: "draft", parent: "release" },
      { name: "self", table: "draft", parent: "draft" },
      { name: "client", table: "draft", parent: "client" },
    ];
    const { ordered, forward } = orderTables(["release", "draft", "client"], keys);
    expect(ordered[0]).toBe("client");
    expect(forward.map(({ name }) => name)).toContain("self");
    expect(forward).toHaveLength(2);
  });
});
