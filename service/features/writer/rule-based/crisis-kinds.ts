/**
 * What a draft says for a kind of crisis. `concern` claims nothing about the case; `steps` and `offices` are only
 * examples inside a marked gap, since nobody told us what was done.
 */
export type CrisisKind = {
  signs: RegExp;
  /** `allegation`: others say so; `decision`: the sender decided it, so there is nothing to find out; `event`: it happened. */
  nature: "allegation" | "decision" | "event";
  concern: string;
  steps: string;
  offices: string;
};

/** In the order of weight: harm to people comes before damage to things. */
const kinds: readonly (CrisisKind & { isHarm?: true })[] = [
  {
    signs:
      /(?<!\p{L})(?:tote[rn]?|tot|tödlich\p{L}*|starb(?:en)?|gestorben|verstorben|getötet|ertrunken|todes\p{L}+|ums leben)(?!\p{L})/iu,
    isHarm: true,
    nature: "event",
    concern: "Diese Nachricht macht uns tief betroffen. Unser Mitgefühl gilt den Angehörigen.",
    steps: "Betreuung der Angehörigen, Sperrung des Bereichs",
    offices: "Polizei, Berufsgenossenschaft",
  },
  {
    signs:
      /(?<!un)verletz(?:t|te[nr]?|ung\p{L}*)(?!\p{L})|(?<!\p{L})(?:verunglück\p{L}*|arbeitsunfall|unfall|unfälle|erkrank\p{L}*|vergift\p{L}*|krankenhaus|opfer|geschlagen|verprügelt|misshandelt|angegriffen)(?!\p{L})/iu,
    isHarm: true,
    nature: "event",
    concern: "Unsere Gedanken sind bei den Menschen, die betroffen sind, und bei ihren Angehörigen.",
    steps: "Erste Hilfe, Betreuung der Betroffenen, Sperrung des Bereichs",
    offices: "Rettungsdienst, Polizei, Berufsgenossenschaft",
  },
  {
    signs:
      /hacker|gehackt|cyber|ransom|datenleck|datenpanne|daten(?:schutz|satz|sätze|verlust|diebstahl)|kundendaten|patientendaten|passw[oö]rt|phishing|schadsoftware|virus/iu,
    nature: "event",
    concern: "Uns ist bewusst, wie wichtig der Schutz von Daten ist und dass der Vorgang Fragen auslöst.",
    steps: "Trennung betroffener Systeme vom Netz, Sicherung von Spuren",
    offices: "Datenschutzaufsicht, Polizei",
  },
  {
    signs:
      /vorwurf|vorwürf|verdacht|verdächtig|beschuldig|behaupt|angeblich|festgenommen|verhaftet|angeklagt|anklage|insiderhandel|belästig|diskriminier|rassis|sexis|mobbing|gemobbt|korrupt|bestech|betrug|betrüg|veruntreu|untreue|unterschlag|hinterzieh|staatsanwalt|ermittl|razzia|plagiat|skandal|beleidig|gestohlen|gefälscht/iu,
    nature: "allegation",
    concern: "Wir nehmen die Hinweise ernst. Uns ist bewusst, dass sie viele Fragen aufwerfen.",
    steps: "Beginn einer internen oder externen Untersuchung, Ansprechstelle für Hinweise",
    offices: "Ermittlungsbehörde, Ombudsstelle",
  },
  {
    signs:
      /rückruf|zurückgerufen|zurückrufen|zurückzurufen|salmonell|listerien|keime|fremdkörper|glassplitter|plastikteil|metallteil|verunreinig|allerg|produktfehler|mangelhaft|lebensmittel|schimmel/iu,
    nature: "event",
    concern:
      "Die Gesundheit der Menschen, die unsere Produkte nutzen, hat Vorrang. Wir verstehen, dass der Vorgang verunsichert.",
    steps: "Stopp der Auslieferung, Prüfung der Charge, Hinweise für Verbraucher",
    offices: "Lebensmittel- oder Marktüberwachung, Handelspartner",
  },
  {
    signs:
      /ausgetreten|austritt|ausgelaufen|chemikal|ammoniak|chlor|säure|giftig|gewässer|fluss|umwelt|fischsterben|altöl|heizöl|abwasser|gestank|geruch/iu,
    nature: "event",
    concern: "Wir verstehen, dass sich Menschen in der Umgebung Sorgen um Gesundheit und Umwelt machen.",
    steps: "Abdichten der Austrittsstelle, Messungen, Information der Nachbarschaft",
    offices: "Feuerwehr, Umweltamt",
  },
  {
    signs: /(?<!\p{L})(?:warn|bahn|general)?streik|bestreik|arbeitskampf|arbeitsniederlegung/iu,
    nature: "event",
    concern: "Uns ist bewusst, dass der Arbeitskampf für viele Menschen mit Einschränkungen verbunden ist.",
    steps: "Notbetrieb, Hinweise für Kundinnen und Kunden, Verhandlungen",
    offices: "Gewerkschaft, Betriebsrat, Arbeitgeberverband",
  },
  {
    signs:
      /entlass|kündig|stellenabbau|abgebaut|arbeitsplätze|insolven|schließung|schließen|schließt|kurzarbeit/iu,
    nature: "decision",
    concern: "Uns ist bewusst, wie sehr diese Nachricht die Beschäftigten und ihre Familien belastet.",
    steps: "Gespräche mit der Belegschaft, Beratung für Beschäftigte",
    offices: "Betriebsrat, Agentur für Arbeit",
  },
  {
    signs:
      /(?<!\p{L})(?:groß|keller|dachstuhl)?(?:brand|brände|feuer|explosion|explodiert|hochwasser|überschwemm\p{L}*|einsturz|eingestürzt|unwetter|rohrbruchs?|wasserschaden)(?!\p{L})|brennt|abgebrannt/iu,
    nature: "event",
    concern: "Uns ist bewusst, dass dieses Ereignis viele Menschen beunruhigt.",
    steps: "Räumung und Sicherung des Geländes, Information der Nachbarschaft",
    offices: "Feuerwehr, Polizei",
  },
  {
    signs:
      /ausfall|ausgefallen|fällt aus|störung|gestört|verspät|verzöger|lieferengpass|lieferprobleme|stromausfall|überlastet|nicht erreichbar|panne/iu,
    nature: "event",
    concern: "Uns ist bewusst, dass die Einschränkungen für viele Menschen ärgerlich sind.",
    steps: "Fehlersuche, Ersatzangebote, Hinweise für Kundinnen und Kunden",
    offices: "Dienstleister, Aufsichtsbehörde",
  },
  {
    signs:
      /shitstorm|kritik|kritisier|boykott|empör|twitter|instagram|facebook|tiktok|social media|bewertung|video|influencer|werbung|plakat|kampagne/iu,
    nature: "event",
    concern: "Wir haben die Kritik gehört und nehmen sie ernst.",
    steps: "Gespräche mit Kritikern, Prüfung des Inhalts",
    offices: "Partner, Beirat",
  },
];

/** Words by which others accuse somebody; harm or not, what stands with them is a claim and no finding of the sender. */
const accusation =
  /vorwurf|vorwürf|verdacht|verdächtig|beschuldig|behaupt|angeblich|betrunken|alkoholisiert|(?<!\p{L})(?:geschlagen|verprügelt|misshandelt)|(?<!\p{L})(?:wirft|werfen|warf|warfen) (?:uns|mir|ihm|ihr|ihnen)(?!\p{L})[^.!?]{0,80}(?<!\p{L})vor(?!\p{L})|(?<!\p{L})(?:soll|sollen) [^.!?]{1,120}(?<!\p{L})haben(?!\p{L})/iu;

const anyKind: CrisisKind = {
  signs: /./,
  nature: "event",
  concern: "Wir nehmen den Vorgang ernst und verstehen, dass er Fragen aufwirft.",
  steps: "Sofortmaßnahmen, Ansprechstelle für Betroffene",
  offices: "Behörden, Partner",
};

/** Returns the weightiest kind of crisis of which a sentence gives a sign; a sentence that rules harm out gives none. */
export function findCrisisKind(sentences: readonly string[]): CrisisKind {
  const found = kinds.find((kind) =>
    sentences.some((sentence) =>
      kind.isHarm ? tellsOfHarm(sentence, kind.signs) : kind.signs.test(sentence),
    ),
  );
  const isAccused = sentences.some((sentence) => accusation.test(sentence));
  if (found === undefined) return isAccused ? { ...anyKind, nature: "allegation" } : anyKind;
  return isAccused ? { ...found, nature: "allegation" } : found;
}

/** Characters looked at before a sign: seven words of a sentence. A bound, so that a text of signs alone takes linear time. */
const lookBack = 120;

/** A word between "nobody" and the sign. With these the sentence tells of others, who were harmed, or of how badly they were. */
const between =
  " (?!(?:und|aber|doch|jedoch|sondern|wie|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|mehrere|einige|viele|mehr|weniger|weit|nur|schwer\\p{L}*|tödlich\\p{L}*|lebens\\p{L}*)(?!\\p{L}))[\\p{L}-]+";

const deniedBefore = new RegExp(
  `(?<!\\p{L})(?:(?:niemand(?:en|em)?|keiner|keine (?:menschen|person(?:en)?)|kein mensch|weder)(?:${between}){0,6}|(?:nicht|keine?[mn]?|ohne)(?:${between}){0,2})(?: und)? $`,
  "iu",
);
const deniedBehind = new RegExp(
  `(?: (?:wurden?|wird|worden|ist|sind|sei(?:en)?|hat|gab|gibt|gebe|kam(?:en)?|gekommen)(?:${between}){0,6}?)? (?:niemand(?:en|em)?|keine[rn]?|nicht)(?=[.,;:!?]|$| und | bei)`,
  "iuy",
);

/**
 * Whether a sentence has a sign of harm that it does not deny. A "nicht" that belongs to something else denies none: with
 * "Zwei Menschen starben, die Ursache ist noch nicht geklärt" the statement had no word for the dead.
 */
function tellsOfHarm(sentence: string, signs: RegExp): boolean {
  for (const { index, 0: sign } of sentence.matchAll(new RegExp(signs, "giu"))) {
    deniedBehind.lastIndex = index + sign.length;
    if (
      !deniedBefore.test(sentence.slice(Math.max(0, index - lookBack), index)) &&
      !deniedBehind.test(sentence)
    )
      return true;
  }
  return false;
}
