export type FieldErrors = Record<string, string[]>;

/** The fields that a change is refused for, with their German sentences. */
export async function refusedFields(work: Promise<unknown>): Promise<FieldErrors> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && "details" in error)
      return (error.details as { fieldErrors: FieldErrors }).fieldErrors;
    throw error;
  }
  return {};
}
