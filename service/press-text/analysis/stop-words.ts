/** Lower-case German function words: never a keyword, even capitalised at the start of a sentence. */
export const stopWords: ReadonlySet<string> = new Set(
  `ab aber alle allein allem allen aller alles als also am an ander andere anderem anderen anderer anderes anders auch
  auf aus außer außerdem bald bei beide beiden beim bereits besonders bevor bin bis bisher bist da dabei dadurch dafür
  dagegen daher dahin damals damit danach daneben dank dann daran darauf daraus darf darin darüber darum darunter das
  dass davon davor dazu dein deine dem demnach den denen denn dennoch der deren des deshalb dessen desto die dies diese
  diesem diesen dieser dieses doch dort drei du durch dürfen eben ein eine einem einen einer eines einig einige einigen
  einiger einmal er erst erste ersten erster erstmals es etwa etwas euch euer falls fast für ganz gar gegen gegenüber
  gemeinsam genau genug gern gibt gut habe haben hat hatte hatten her heute hier hierfür hin hinter hinzu ich ihm ihn
  ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem ins insgesamt ist ja je jede jedem jeden jeder jedes jedoch
  jene jetzt kann kaum kein keine keinem keinen keiner können könnte künftig lang lange laut mal man manche mehr mein
  meine mich mir mit möchte möchten muss müssen nach nachdem nächste nächsten neben nein neu neue neuem neuen neuer
  neues nicht nichts noch nun nur ob oben obwohl oder oft ohne pro rund schon sehr sei seien sein seine seinem seinen
  seiner seit seitdem selbst sich sie sind so sobald sogar solche soll sollen sollte somit sondern sonst soweit sowie
  sowohl später statt stets trotz trotzdem über um und uns unser unsere unserem unseren unserer unter viel viele vielen
  vier vom von vor während wann war waren warum was weg wegen weil weiter weitere weiteren weiterhin welche welchem
  welchen welcher wenig wenige wenn wer werde werden weshalb wie wieder wieso will wir wird wo wobei wodurch wollen
  worden wurde wurden zu zudem zuletzt zum zur zurück zusammen zusätzlich zwar zwei zwischen zuvor ignoriere vergiss bitte hallo
  fünf sechs sieben acht neun zehn elf zwölf gestern morgen hilfe danke hiermit nie`.split(/\s+/),
);

/** Nouns too general to name a topic: units, dates, forms of address, parts of a press text. */
export const generalNouns: ReadonlySet<string> = new Set(
  `januar jänner februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch
  donnerstag freitag samstag sonnabend sonntag uhr jahr jahre jahren jahres tag tage tagen woche wochen monat monate
  monaten stunde stunden minute minuten euro dollar prozent million millionen milliarde milliarden mio mrd teil teile
  frau herr herrn dr prof ende anfang beginn mitte zeit zeiten rahmen bereich bereiche bereichen thema themen ziel ziele
  form art weise fall fälle beispiel angabe angaben zahl zahlen reihe dutzend hälfte drittel nummer gmbh ag kg se ev
  pressemitteilung pressekontakt kontakt telefon e-mail internet http https www co mal grund gründe`.split(
    /\s+/,
  ),
);
