import { fieldReason, ServiceError } from "../../../../errors.ts";

/** Labels as a person edits them: `lead = Anfrage`, one a line. */
export function formatLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([kind, label]) => `${kind} = ${label}`)
    .join("\n");
}

/**
 * The change that makes the labels those of the text: kinds that are no longer there are null. Throws `validation_error` for a line
 * without a sign of equality.
 */
export function readLabels(
  text: string,
  before: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const labels: Record<string, string | null> = Object.fromEntries(
    Object.keys(before).map((kind) => [kind, null]),
  );
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const at = line.indexOf("=");
    if (at < 1) throw refusal();
    Object.defineProperty(labels, line.slice(0, at).trim(), {
      value: line.slice(at + 1).trim(),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return labels;
}

function refusal(): ServiceError {
  const sentence = "Write `kind = label` on each line.";
  return new ServiceError(
    "validation_error",
    `conversionLabels: ${sentence}`,
    fieldReason("conversionLabels", sentence),
  );
}
