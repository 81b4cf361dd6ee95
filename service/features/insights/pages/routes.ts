import { Elysia } from "elysia";
import { messageResponse } from "../../../floor/web/page-response.ts";
import { renderMessagePage } from "../../../floor/web/render-message-page.ts";
import { robotName, robotPath } from "./host-rules.ts";

const explanation = {
  title: "Wer hier Seiten abruft",
  text: `Agenturen tragen in diesem Dienst Beiträge ein, in denen über ihre Kunden berichtet wird. Auf ihren Wunsch ruft er eine solche Seite ab, ebenso Seiten, auf die Feeds hinweisen, und liest Überschrift, Medium, Autor, Tag und Sprache daraus. Gehört ein Beitrag zu einer Meldung, vergleicht er die Wörter beider Texte und sieht nach dem ersten Mal vier Wochen lang einmal je Woche wieder nach. Den Text des Beitrags speichert er nicht, nur Zahlen und Prüfsummen.`,
  note: `Name in robots.txt: ${robotName}. Beachtet werden robots.txt, X-Robots-Tag (noai), tdm-reservation als Kopfzeile und Meta-Angabe sowie /.well-known/tdmrep.json.`,
};

/** Tells a medium who reads its pages, and how to forbid it. */
export function robotPageRoutes() {
  const page = () => messageResponse(renderMessagePage(explanation), 200);
  return new Elysia({ detail: { hide: true } }).get(robotPath, page).head(robotPath, page);
}
