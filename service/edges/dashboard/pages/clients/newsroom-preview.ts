import { lookOf } from "../../../../features/newsroom/page-headers.ts";
import { previewNewsroom } from "../../../../features/newsroom/settings/preview-newsroom.ts";
import { accentColors } from "../../../../floor/web/accent-color.ts";
import { documentHeaders } from "../../../../floor/web/content-security-policy.ts";
import { defineRawForm } from "../../definition.ts";
import { receiveForm } from "../../forms/read-form.ts";
import { clientOf, clientPath, clientsPath } from "./client-frame.ts";
import { accentNote, newsroomFields, typedChanges } from "./newsroom-fields.ts";

/** Largest body of a preview: the same as that of the settings form, whose fields it sends. */
const bodyBytesMax = 800_000;

/** The newsroom's page with what stands in the form: a page of its own, or JSON for the script beside the form. */
const previewForm = defineRawForm({
  path: `${clientsPath}/:id/newsroom/vorschau`,
  action: "newsrooms.write",
  async handle(context) {
    const { visit, request, deps } = context;
    const { id } = await clientOf(context);
    const { typed } = await receiveForm(request, newsroomFields, bodyBytesMax);
    const changes = typedChanges(typed);
    const preview = await previewNewsroom(deps, visit.agencyId, { clientId: id, changes });
    const page = withOwnPictures(preview.page, clientPath(id, "/mediathek"));
    const { accentColor } = preview.newsroomRow;
    if (request.headers.get("accept") === "application/json") {
      const note = accentColor === null ? "" : accentNote(accentColor, accentColors(accentColor));
      return Response.json({ ...withoutStyles(page), note });
    }
    const headers = { ...documentHeaders(lookOf(preview.newsroomRow)), "x-robots-tag": "noindex" };
    return new Response(page, { headers });
  },
});

export const newsroomPreviewDefinitions = [previewForm];

/** A picture that was only chosen is not public yet: people of the agency read it below their own pages. */
function withOwnPictures(page: string, libraryPath: string): string {
  return page.replace(/"\/media\/([0-9a-f-]{36})\/[0-9a-f]+\.[a-z0-9]+"/g, `"${libraryPath}/$1/bild"`);
}

/** The policy of the dashboard lets no inline style through, not even in a document that is only parsed. */
function withoutStyles(page: string): { page: string; styles: string } {
  const inline = /<style>(.*?)<\/style>/gs;
  const styles = [...page.matchAll(inline)].map(([, style = ""]) => style).join("\n");
  return { page: page.replace(inline, ""), styles };
}
