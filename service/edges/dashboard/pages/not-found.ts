import { ServiceError } from "../../../errors.ts";
import { definePage } from "../definition.ts";

/** Every other path: the same 404 as for an id that the agency does not have. */
const notFoundPage = definePage({
  path: "/app/*",
  action: "today.read",
  handle: async () => {
    throw new ServiceError("not_found", "There is no such page.");
  },
});

export const notFoundDefinitions = [notFoundPage];
