import fc from "fast-check";

/** Longer than any text field takes, shorter than the 64 KiB that a body may have. */
const longTextUnits = 25_000;

const nasty = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00x\ud800",
  "\u202eTXT.exe\u202c",
  "مرحبا שלום",
  "e\u0301".repeat(40),
  "👩‍👩‍👧‍👦".repeat(20),
  "\ufeff",
  "\uffff\ufffe",
  "\u2028\u2029",
  "' or '1'='1",
  "'; drop table agency; --",
  "<script>alert(1)</script>",
  "{{7*7}}<%= 7 %>",
  "../../../../etc/passwd",
  "=cmd|' /C calc'!A0",
  "%00%0d%0aX: y",
  "\r\nX-Injected: yes",
  "__proto__",
  "constructor",
  "NaN",
  "Infinity",
  "-0",
  "1e999",
  "0x10",
  "9007199254740993",
  "2147483648",
  "00000000-0000-0000-0000-000000000000",
  "a".repeat(longTextUnits),
  "ä".repeat(longTextUnits),
  "((((((((((".repeat(200),
];

// Each is made once: fast-check lists all of Unicode anew for each `string` that is made, and a run asks for thousands.
const hostileTexts = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
);
const confusedValues = fc.oneof(
  hostileTexts,
  fc.constantFrom<unknown>(null, true, false, 0, -1, -0, 1.5, 1e308, 2 ** 31, 2 ** 53, [], {}, [[]], ""),
  fc.constantFrom<unknown>({ __proto__: null, constructor: 1 }, { toString: "x" }, [null, null], ["a"]),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Texts that break programs: NUL, lone surrogates, right-to-left marks, injections, very long ones. */
export function hostileText(): fc.Arbitrary<string> {
  return hostileTexts;
}

/** Values of every JSON kind, to stand where another kind is asked for. */
export function confusedValue(): fc.Arbitrary<unknown> {
  return confusedValues;
}
