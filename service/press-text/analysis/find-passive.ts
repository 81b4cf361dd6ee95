const finite = new Set([
  "wird",
  "werden",
  "wirst",
  "werdet",
  "wurde",
  "wurden",
  "wurdest",
  "würde",
  "würden",
  "werde",
]);
const past = new Set(["wurde", "wurden", "worden"]);
/** Words after a comma that open a clause of its own, in which no participle of the clause before it stands. */
const clauseOpeners = new Set(
  "der die das dem den dessen deren dass daß weil wenn ob um wie wo was welche welcher welches damit sodass während nachdem bevor obwohl da denn aber sondern sagt sagte erklärt erklärte so".split(
    " ",
  ),
);
const conjunctions = new Set(["und", "oder", "sowie", "bzw"]);
/** What follows the participle of an active tense: "wird eröffnet haben", "wird geeignet sein". */
const auxiliaries = new Set(["haben", "sein", "bleiben", "können"]);
/** Separable prefixes before "ge": an-ge-kündigt. */
const separable =
  "ab|an|auf|aus|bei|bereit|bekannt|dar|durch|ein|fest|fort|frei|gut|her|heraus|hervor|hin|hinzu|los|mit|nach|nieder|statt|teil|um|unter|über|vor|voran|voraus|weg|weiter|wieder|zu|zurück|zusammen|hoch|herunter|heran|herbei|wahr";
const withGe = new RegExp(`^(?:${separable})?ge[a-zäöüß]{2,}(?:t|en|an)$`);
const inseparable =
  /^(?:(?:ab|an|auf|aus|ein|nach|vor|zu|wieder|mit|bereit|weiter)?(?:be|ver|er|ent|zer|emp|miss))[a-zäöüß]{2,}t$|^(?:über|unter|durch|um|wieder|hinter|voll|wider)[a-zäöüß]{3,}t$/;
const borrowed = /^[a-zäöüß]{2,}iert$/;
/** Strong participles that do not look like their infinitive. */
const strong =
  /^(?:ab|an|auf|aus|ein|vor|mit|weiter)?(?:beschlossen|verboten|geboten|verliehen|erworben|betrieben|übernommen|unternommen|vernommen|unterschrieben|beschrieben|verschrieben|vorgeschrieben|entschieden|unterschieden|verglichen|vertrieben|verschoben|erhoben|verloren|begonnen|besprochen|versprochen|entsprochen|unterbrochen|verbrochen|verstanden|überstanden|bestanden|entnommen|betroffen|übertroffen|bewiesen|überwiesen|verwiesen|erschossen|verworfen|unterworfen|entworfen|überworfen|gewonnen|verbunden|unterbunden|erfunden|empfunden|befunden|entbunden|überwunden|verbrannt|erkannt|benannt|verwandt|beworben|bestochen|bezogen|entzogen|vollzogen|erzogen|überzogen|verzogen|bestritten|überschritten|unterschritten|beschnitten|ergriffen|begriffen|bedacht|erbracht|verbracht|vollbracht|angeboten|verstoßen|beigetreten|erschlossen|verschlossen|umschlossen|abgeschlossen|befohlen|empfohlen|gestohlen)$/;
/** Participles that equal their infinitive: passive only with wurde or worden. */
const ambiguous =
  /^(?:erhalten|vergeben|übergeben|ergeben|vergessen|verlassen|entlassen|erlassen|überlassen|empfangen|betreten|vertreten|verraten|beraten|befallen|überfallen|enthalten|behalten|unterhalten|umgeben|begeben|gefahren|erfahren|verfahren|gehalten|gelassen|geraten|belassen|zerschlagen|vorgeschlagen|erschlagen|getragen|betragen|übertragen|beladen|geladen|eingeladen|gefangen|bekommen|ersehen|vorgesehen|gesehen|angesehen|gegeben|ausgegeben)$/;
/** Infinitives, present forms and adjectives that look like a participle. */
const noParticiple = new Set(
  `geben gehen gelten gegen genießen gelingen gewinnen geschehen gefallen gehören gestalten genehmigen gewährleisten
  genügen gewähren gestehen gebrauchen gefährden gelangen gern gesamt gerecht geeignet gewohnt geht gelt gut
  bekannt beliebt bereit berühmt besteht versteht entsteht erhält enthält verhält bleibt beginnt erst ernst erlaubt
  verrückt verwandt überhaupt unterwegs verletzen beträgt verdient bedeutet gesund gewiss geehrt gefragt gelegentlich
  gemeinsamt eingehen mitgehen weitergehen vorgehen ausgehen abgeben eingeben zugeben angeben weitergeben aufgeben herausgeben
  übergehen umgehen nachgehen zurückgehen zurückgeben ausgleichen ungeeignet angehen vergangen angehören gegenüberstehen`.split(
    /\s+/,
  ),
);

/** Clauses longer than this are searched no further for their participle, in words. */
const clauseWordsMax = 40;

/**
 * Whether a sentence holds a passive: a form of "werden" with a participle (wird gebaut, wurde eröffnet, worden).
 * Futur ("wird bauen"), "werden" with a noun or adjective ("wird Chefin", "wird größer") and the state ("ist gebaut") are none.
 */
export function hasPassive(sentence: string): boolean {
  const tokens = sentence.match(/[\p{L}\p{N}-]+|[,;:–]/gu) ?? [];
  for (let at = 0; at < tokens.length; at += 1) {
    const word = (tokens[at] ?? "").toLowerCase();
    if (word === "worden" || finite.has(word)) {
      // "Bewertet wurden …": a participle may open the sentence.
      if (isParticiple(at === 1 ? tokens[0]?.toLowerCase() : tokens[at - 1], word)) return true;
      if (word !== "worden" && participleFollows(tokens, at, word)) return true;
    }
  }
  return false;
}

/** The participle of a main clause stands at its end, maybe behind a list with commas. */
function participleFollows(tokens: readonly string[], from: number, form: string): boolean {
  const end = Math.min(tokens.length, from + clauseWordsMax);
  for (let at = from + 1; at < end; at += 1) {
    const token = tokens[at] ?? "";
    const next = tokens[at + 1];
    if (/^[;:–]$/.test(token)) return false;
    if (token === ",") {
      if (next === undefined || clauseOpeners.has(next.toLowerCase())) return false;
      continue;
    }
    const isAtEnd = next === undefined || /^[,;:–]$/.test(next) || conjunctions.has(next);
    const isFuturePassive = next === "werden";
    if ((isAtEnd || isFuturePassive) && !auxiliaries.has(next ?? "") && isParticiple(token, form))
      return true;
  }
  return false;
}

function isParticiple(token: string | undefined, form: string): boolean {
  if (token === undefined || token.length > 40 || noParticiple.has(token)) return false;
  if (ambiguous.test(token)) return past.has(form);
  return withGe.test(token) || inseparable.test(token) || borrowed.test(token) || strong.test(token);
}
