import { html } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { settingsPages } from "../../frame/navigation.ts";

const settingsPage = definePage({
  path: "/app/einstellungen",
  action: "settings.read",
  handle: async ({ visit }) => ({
    title: "Einstellungen",
    main: html`<ul class="facts-list facts-grid">${settingsPages
      .filter(({ action }) => visit.may(action))
      .map(
        ({ label, path, text }) =>
          html`<li><a href="${path}">${label}</a><span class="facts">${text}</span></li>`,
      )}</ul>`,
  }),
});

export const settingsDefinitions = [settingsPage];
