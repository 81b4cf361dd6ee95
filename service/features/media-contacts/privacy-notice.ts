/**
 * What an agency tells people of the media about their data (article 14 of the GDPR, article 19 of the Swiss act), ready to be published on a
 * page of its own, which each press mail links to. What only the agency knows stands in square brackets.
 */
export function privacyNotice({
  agencyName,
  retentionMonths,
}: {
  agencyName: string;
  retentionMonths: number;
}): string {
  return `Datenschutzhinweis für Journalistinnen, Journalisten und Redaktionen

Wir schreiben Ihnen im Auftrag unserer Kunden. Hier steht, welche Daten wir dafür von Ihnen haben, woher sie stammen und wie Sie widersprechen (Art. 13 und 14 DSGVO, Art. 19 des Schweizer DSG).

Verantwortlich
${agencyName}, [Anschrift, Telefon, E-Mail]. Datenschutzbeauftragte Person: [Name und E-Mail, oder streichen].

Welche Daten
Name, Anrede, Titel, Medium, Funktion, dienstliche E-Mail-Adresse und Telefonnummer, Themen, Regionen, Sprache und Land Ihrer Arbeit, unsere Notizen dazu, welche Mitteilungen wir Ihnen geschickt haben und ob sie ankamen. Angaben über Gesundheit, Religion, politische Meinung oder Ähnliches speichern wir nicht.

Woher
Aus dem Impressum oder einer anderen öffentlichen Seite Ihres Mediums, von einer Visitenkarte, aus einer Anfrage an uns oder einem früheren Kontakt. Woher Ihre Adresse stammt und warum wir Ihnen schreiben, steht in jeder unserer Mails.

Wozu und auf welcher Grundlage
Um Ihnen Pressemitteilungen zu schicken, die zu Ihren Themen passen. Grundlage ist unser berechtigtes Interesse und das unserer Kunden, Redaktionen zu informieren (Art. 6 Abs. 1 Buchst. f DSGVO), oder Ihre Einwilligung oder Bitte (Buchst. a). Eine Einwilligung können Sie jederzeit für die Zukunft widerrufen.

Was wir nicht tun
Wir messen nicht, ob Sie eine Mail öffnen oder einen Link anklicken. Klicks werden nur für alle Empfänger zusammen gezählt. Es gibt keine automatisierten Entscheidungen und keine Profile.

Wer die Daten bekommt
Dienstleister, die sie für uns speichern und Mails verschicken (Art. 28 DSGVO): [Betreiber des Dienstes und des Mailservers; bei einem Land außerhalb der EU auch die Grundlage der Übermittlung]. Unsere Kunden bekommen Ihre Adresse nicht.

Wie lange
Haben wir Ihnen ${retentionMonths} Monate lang nicht geschrieben und Ihre Angaben nicht geprüft, werden sie innerhalb eines weiteren Monats gelöscht. Widersprechen Sie, schreiben wir Ihnen nicht mehr und löschen Ihre Angaben auf Wunsch, sonst nach dieser Frist. Eine Prüfsumme Ihrer Adresse bleibt, damit wir Sie nicht versehentlich wieder aufnehmen.

Ihre Rechte
Sie können jederzeit und ohne Begründung widersprechen (Art. 21 DSGVO): mit einem Klick auf „Widersprechen“ in jeder Mail oder mit einer Nachricht an uns. Der Widerspruch gilt sofort und für alle unsere Kunden. Sie haben außerdem das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und, wo sie auf Ihrer Einwilligung beruht, auf Übertragbarkeit. Beschweren können Sie sich bei einer Aufsichtsbehörde für den Datenschutz, zum Beispiel bei [zuständige Behörde].

Stand: [Monat und Jahr]
`;
}
