/** News of Austria: dailies, weeklies, broadcasters, regional papers, trade press. */
export const austrianMedia = `
  derstandard.at derstandard.de diepresse.com krone.at kurier.at orf.at news.orf.at oe24.at oe1.orf.at heute.at
  kleinezeitung.at salzburg.com sn.at tt.com nachrichten.at vol.at vn.at vienna.at wienerzeitung.at profil.at
  trend.at falter.at news.at woman.at puls24.at puls4.com servustv.com atv.at noen.at bvz.at meinbezirk.at
  tips.at weekend.at volksblatt.at salzburg24.at 5min.at gailtal-journal.at sportnachrichten.at laola1.at futurezone.at
  trendingtopics.eu brutkasten.com derbrutkasten.com horizont.at medianet.at leadersnet.at extradienst.at
  report.at industriemagazin.at computerwelt.at itwelt.at monitor.at telekom-presse.at derboersianer.com
  gewinn.com boerse-express.com boerse-social.com cash.at regal.at top-agrar.at
  bauernzeitung.at medonline.at springermedizin.at apotheker-krone.at aerztezeitung.at
  kathpress.at katholisch.at die-wirtschaft.at solid.at a3bau.at elektrojournal.at gastronews.wien exxpress.at
  kontrast.at moment.at zackzack.at dossier.at wirtschaftszeit.at
`;

/** German-language news of Switzerland and Liechtenstein, and of South Tyrol, Luxembourg and East Belgium. */
export const swissMedia = `
  nzz.ch tagesanzeiger.ch blick.ch 20min.ch srf.ch swissinfo.ch watson.ch aargauerzeitung.ch luzernerzeitung.ch
  tagblatt.ch bernerzeitung.ch derbund.ch bazonline.ch bzbasel.ch landbote.ch zsz.ch zuonline.ch limmattalerzeitung.ch
  solothurnerzeitung.ch oltnertagblatt.ch badenertagblatt.ch grenchnertagblatt.ch zugerzeitung.ch urnerzeitung.ch
  thurgauerzeitung.ch nau.ch handelszeitung.ch cash.ch fuw.ch finews.ch bilanz.ch weltwoche.ch woz.ch republik.ch
  beobachter.ch schweizer-illustrierte.ch annabelle.ch suedostschweiz.ch rtr.ch engadinerpost.ch pilatustoday.ch
  zueritoday.ch baerntoday.ch fm1today.ch argoviatoday.ch telezueri.ch shn.ch toponline.ch freiburger-nachrichten.ch
  bielertagblatt.ch jungfrauzeitung.ch schwyzer-zeitung.ch bote.ch nidwaldnerzeitung.ch linth24.ch zentralplus.ch
  bajour.ch onlinereports.ch tsri.ch hauptstadt.be infosperber.ch medinside.ch htr.ch gastrojournal.ch
  kleinreport.ch markt-kom.com startupticker.ch inside-channels.ch itmagazine.ch pctipp.ch computerworld.ch netzwoche.ch
  schweizerbauer.ch bauernzeitung.ch baublatt.ch espazium.ch punkt4.info moneycab.com
  1815.ch pomona.ch walliserbote.ch kath.ch ref.ch tachles.ch sport.ch volksblatt.li vaterland.li radio.li
  stol.it dolomiten.it suedtirolnews.it salto.bz tageszeitung.it
  wort.lu tageblatt.lu grenzecho.net brf.be ostbelgiendirekt.be
`;

/** Newsrooms abroad that German releases reach most often. */
export const internationalMedia = `
  reuters.com apnews.com bloomberg.com ft.com nytimes.com wsj.com theguardian.com bbc.com bbc.co.uk economist.com
  politico.eu euronews.com euractiv.com euractiv.de cnn.com cnbc.com forbes.com forbes.at fortune.com techcrunch.com
  theverge.com wired.com lemonde.fr lefigaro.fr elpais.com corriere.it repubblica.it nrc.nl telegraaf.nl
  washingtonpost.com time.com businessinsider.com sifted.eu tech.eu eu-startups.com thelocal.de thelocal.at thelocal.ch
`;
