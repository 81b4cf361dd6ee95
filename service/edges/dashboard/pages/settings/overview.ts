import { html } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { settingsGroups } from "../../frame/navigation.ts";

const settingsPage = definePage({
  path: "/app/einstellungen",
  action: "settings.read",
  handle: async ({ visit }) => ({
    title: "Einstellungen",
    main: html`${settingsGroups
      .map(({ label, pages }) => ({ label, pages: pages.filter(({ action }) => visit.may(action)) }))
      .filter(({ pages }) => pages.length > 0)
      .map(
        (group) => html`<section><h2>${group.label}</h2>
<ul class="facts-list facts-grid">${group.pages.map(
          ({ label, path, text }) =>
            html`<li><a href="${path}">${label}</a><span class="facts">${text}</span></li>`,
        )}</ul></section>`,
      )}`,
  }),
});

export const settingsDefinitions = [settingsPage];
