import { html } from "../../../../../floor/web/html.ts";
import type { PageContent } from "../../../definition.ts";
import { copyableHtml } from "../../../parts/copy-button.ts";
import { webhooksPath, webhooksTrail } from "./labels.ts";

/** The one page that shows a signing secret. */
export function secretPage(input: {
  title: string;
  webhookId: string;
  signingSecret: string;
  note: string;
}): PageContent {
  const { title, webhookId, signingSecret, note } = input;
  return {
    title,
    lead: "Bitte kopieren Sie das Geheimnis jetzt. Es wird nicht wieder angezeigt.",
    trail: webhooksTrail,
    main: html`${copyableHtml({ id: "secret", label: "Geheimnis", text: signingSecret })}
<p class="lead">${note} Die Bibliotheken von Standard Webhooks nehmen es ohne die ersten vier Zeichen (svc_).</p>
<p class="buttons after"><a class="button primary" href="${`${webhooksPath}/${webhookId}`}">Zum Webhook</a></p>`,
  };
}
