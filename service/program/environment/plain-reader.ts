import { percentProblem } from "../../floor/strings/percent-problem.ts";

/** Settings as the environment has them, by name. */
export type Environment = Record<string, string | undefined>;

/** Reads the kinds of settings that any program has. What is wrong is added to `problems`, with what to do. */
export function createPlainReader(environment: Environment, problems: string[]) {
  const text = (name: string): string | null => {
    const value = environment[name]?.trim();
    return value === undefined || value === "" ? null : value;
  };
  const list = (name: string): string[] =>
    (text(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  return {
    text,
    list,
    url(name: string, protocols: string[]): string | null {
      const value = text(name);
      if (value === null) return null;
      const problem =
        URL.canParse(value) && protocols.includes(new URL(value).protocol)
          ? percentProblem(value, name)
          : `${name} has to be a URL that begins with ${protocols.map((each) => `${each}//`).join(" or ")}.`;
      if (problem === null) return value;
      problems.push(problem);
      return null;
    },
    integer(name: string, fallback: number, minimum: number, maximum: number): number {
      const value = text(name);
      if (value === null) return fallback;
      if (/^\d{1,10}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum)
        return Number(value);
      problems.push(`${name} has to be a whole number from ${minimum} to ${maximum}.`);
      return fallback;
    },
    flag(name: string, fallback: boolean): boolean {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return fallback;
      if (["true", "on", "1", "yes"].includes(value)) return true;
      if (["false", "off", "0", "no"].includes(value)) return false;
      problems.push(`${name} has to be true or false (on and off will do).`);
      return fallback;
    },
    oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const value = text(name);
      if (value === null) return fallback;
      const found = allowed.find((each) => each === value);
      if (found === undefined) problems.push(`${name} has to be one of ${allowed.join(", ")}.`);
      return found ?? fallback;
    },
  };
}
