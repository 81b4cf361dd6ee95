/** Lower-case tokens whose full stop does not end a sentence by itself. */
export const abbreviations: ReadonlySet<string> = new Set(
  `abb abs abt allg art aufl ausg bd betr bf bspw bzgl bzw ca co corp dipl dr ebd eigtl einschl etc evtl exkl
  fa ff fr frl gebr geb gem gest ggf ggü hl hon hr hrn hrsg inc ing inkl insb insbes jg jh jhd kap kfm kl
  lt ltd max mag med min mind mio mr mrd mrs ms mtl nat nr oec öff orig phil pol prof pos priv rd red rer resp s sen
  sog soz st std stdl str stv techn tel tsd u übers urspr usf usw v vgl vs z zit zzgl jan feb mrz apr jun jul
  aug sep sept okt nov dez mo di mi do fr sa so`.split(/\s+/),
);

/** Capitalised words that seldom follow an abbreviation or a number inside a sentence, but often open one. */
export const sentenceOpeners: ReadonlySet<string> = new Set(
  `Aber Alle Allein Alles Als Also Am An Auch Auf Aus Außerdem Bei Beide Beim Besonders Bis Da Dabei Dadurch Dafür
  Dagegen Daher Damit Danach Daneben Dann Daran Darauf Darin Darüber Darum Das Dazu Dem Den Denn Dennoch Der Des
  Deshalb Die Dies Diese Dieser Dieses Doch Dort Durch Ein Eine Einen Einer Einem Einige Er Erst Erstmals Es Falls
  Für Gemeinsam Gleichzeitig Hier Hierfür Hinzu Ihr Ihre Im Immer In Ins Insgesamt Ist Jeder Jede Jedes Jetzt
  Kein Keine Künftig Man Mehr Mit Möchten Nach Nachdem Neben Nicht Noch Nun Nur Ob Obwohl Oder Ohne Pro Rund Schon
  Sein Seine Seit Seitdem Sie So Sobald Somit Sondern Statt Trotz Trotzdem Über Um Und Unser Unsere Unter Viele Vom
  Von Vor Während Wann Warum Was Weil Weiterhin Weitere Welche Wenn Wer Wie Wir Wird Wo Zu Zudem Zum Zur Zusätzlich
  Zuvor Zwar Zwei Zwischen`.split(/\s+/),
);

/** Month names: a number before one is always an ordinal. */
export const months: readonly string[] = [
  "Januar",
  "Jänner",
  "Februar",
  "März",
  "April",
  "Mai",
  "Juni",
  "Juli",
  "August",
  "September",
  "Oktober",
  "November",
  "Dezember",
];
export const ordinalFollowers: ReadonlySet<string> = new Set(months);
