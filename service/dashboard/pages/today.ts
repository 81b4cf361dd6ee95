import { definePage } from "../definition.ts";
import { emptyHtml } from "../parts/empty.ts";

const todayPage = definePage({
  path: "/app",
  action: "today.read",
  handle: async () => ({
    title: "Heute",
    main: emptyHtml({ title: "Alles erledigt", text: "Im Moment wartet nichts auf Sie." }),
  }),
});

export const todayDefinitions = [todayPage];
