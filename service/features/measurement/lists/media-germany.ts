/** News of Germany with national reach: dailies, weeklies, broadcasters, agencies' own sites, portals. */
export const germanNationalMedia = `
  spiegel.de zeit.de sueddeutsche.de faz.net welt.de bild.de taz.de handelsblatt.com wiwo.de focus.de stern.de n-tv.de
  tagesspiegel.de t-online.de tagesschau.de zdf.de zdfheute.de ard.de ardmediathek.de daserste.de deutschlandfunk.de
  deutschlandfunkkultur.de deutschlandfunknova.de dw.com 3sat.de phoenix.de arte.tv kika.de funk.net rtl.de rtlnext.rtl.de
  ntv.de sat1.de prosieben.de kabeleins.de newstime.de vox.de capital.de manager-magazin.de brandeins.de cicero.de
  freitag.de jungefreiheit.de jungle.world nd-aktuell.de neues-deutschland.de jungewelt.de vorwaerts.de rnd.de fr.de
  merkur.de tz.de boerse-online.de finanzen.net boersen-zeitung.de boerse.ard.de wallstreet-online.de onvista.de
  finanznachrichten.de deraktionaer.de godmode-trader.de stock3.com aktiencheck.de ariva.de boerse.de
  businessinsider.de web.de gmx.net gmx.de msn.com news.yahoo.com de.nachrichten.yahoo.com de.finance.yahoo.com
  finance.yahoo.com freenet.de news.de watson.de huffingtonpost.de bento.de ze.tt krautreporter.de correctiv.org
  netzpolitik.org riffreporter.de perspective-daily.de table.media thepioneer.de mediapioneer.com dertagesspiegel.de
  bunte.de gala.de brigitte.de freundin.de fuersie.de barbara.de elle.de vogue.de instyle.de glamour.de cosmopolitan.de
  gofeminin.de promiflash.de intouch.wunderweib.de wunderweib.de bildderfrau.de superillu.de
  geo.de nationalgeographic.de spektrum.de wissenschaft.de scinexx.de bild-der-wissenschaft.de pm-wissen.com
  kicker.de sport1.de sportschau.de sportbild.bild.de 11freunde.de transfermarkt.de eurosport.de spox.com ran.de
  kress.de juedische-allgemeine.de evangelisch.de katholisch.de domradio.de sonntagsblatt.de die-tagespost.de
  das-parlament.de blaetter.de dasmagazin.de monopol-magazin.de rollingstone.de musikexpress.de
  titanic-magazin.de eulenspiegel-zeitschrift.de chip.de computerbild.de techbook.de
  express.de berliner-kurier.de abendzeitung-muenchen.de mopo.de morgenpost.de bz-berlin.de
`;

/** Regional papers and the public broadcasters of the states. */
export const germanRegionalMedia = `
  ndr.de wdr.de swr.de swr3.de br.de br24.de hr.de hessenschau.de mdr.de rbb24.de rbb-online.de radiobremen.de
  butenunbinnen.de sr.de antenne.de ffn.de radiohamburg.de bigfm.de energy.de hitradio-rtl.de
  abendblatt.de berliner-zeitung.de maz-online.de moz.de lr-online.de pnn.de svz.de nnn.de ostsee-zeitung.de
  nordkurier.de ln-online.de kn-online.de shz.de boyens-medien.de weser-kurier.de nordsee-zeitung.de
  kreiszeitung.de haz.de neuepresse.de goettinger-tageblatt.de waz-online.de paz-online.de noz.de nwzonline.de
  braunschweiger-zeitung.de az-online.de landeszeitung.de cellesche-zeitung.de hna.de wlz-online.de werra-rundschau.de
  oz-online.de on-online.de ga-online.de om-online.de mt.de dewezet.de szlz.de
  rp-online.de waz.de nrz.de wp.de wr.de ikz-online.de ksta.de rundschau-online.de ga.de general-anzeiger-bonn.de
  aachener-zeitung.de aachener-nachrichten.de wz.de wn.de muensterschezeitung.de westfalen-blatt.de nw.de lz.de
  ruhrnachrichten.de hellwegeranzeiger.de dorstenerzeitung.de come-on.de soester-anzeiger.de wa.de die-glocke.de
  azonline.de ivz-aktuell.de solinger-tageblatt.de rga.de radioherford.de siegener-zeitung.de radiosiegen.de
  radiokoeln.de lokalkompass.de report-k.de antenneduesseldorf.de
  fnp.de op-online.de echo-online.de wiesbadener-kurier.de allgemeine-zeitung.de main-spitze.de giessener-anzeiger.de
  giessener-allgemeine.de mittelhessen.de oberhessische-zeitung.de op-marburg.de fuldaerzeitung.de osthessen-news.de
  gnz.de hanauer.de usinger-anzeiger.de lauterbacher-anzeiger.de wormser-zeitung.de
  rhein-zeitung.de volksfreund.de rheinpfalz.de saarbruecker-zeitung.de pfaelzischer-merkur.de
  stuttgarter-zeitung.de stuttgarter-nachrichten.de swp.de schwaebische.de schwarzwaelder-bote.de suedkurier.de
  badische-zeitung.de bnn.de mannheimer-morgen.de rnz.de stimme.de zvw.de gea.de bo.de bkz.de szbz.de lkz.de
  hz.de tagblatt.de teckbote.de ntz.de esslinger-zeitung.de remszeitung.de gmuender-tagespost.de fnweb.de pz-news.de
  muehlacker-tagblatt.de ka-news.de regio-tv.de morgenweb.de baden-online.de hohenloher-zeitung.de
  augsburger-allgemeine.de nordbayern.de nn.de mainpost.de infranken.de frankenpost.de np-coburg.de obermain.de
  donaukurier.de pnp.de mittelbayerische.de onetz.de idowa.de ovb-online.de chiemgau24.de rosenheim24.de innsalzach24.de
  kurier.de fraenkischertag.de main-echo.de allgaeuer-zeitung.de all-in.de nordbayerischer-kurier.de
  traunsteiner-tagblatt.de berchtesgadener-anzeiger.de br-klassik.de radiogong.de
  saechsische.de lvz.de dnn.de freiepresse.de tag24.de radiodresden.de blick.de wochenkurier.info
  mz.de mz-web.de volksstimme.de thueringer-allgemeine.de tlz.de otz.de insuedthueringen.de stz-online.de
`;
