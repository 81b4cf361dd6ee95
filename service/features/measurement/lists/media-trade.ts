/** German-language trade press by field: media and marketing, technology, industry, trade, health, law, farming, travel. */
export const tradeMedia = `
  horizont.net wuv.de meedia.de kress.de dwdl.de turi2.de pressesprecher.com prreport.de pr-journal.de prmagazin.de
  newsroom.de clap-club.de new-business.de adzine.de onetoone.de absatzwirtschaft.de werbewoche.ch persoenlich.com
  internetworld.de onlinemarketing.de omr.com t3n.de gruenderszene.de deutsche-startups.de
  startupvalley.news munich-startup.de starting-up.de fuer-gruender.de impulse.de markt-und-mittelstand.de
  unternehmeredition.de mittelstandinbayern.de dub.de juve.de lto.de haufe.de haufe.net anwaltsblatt-online.de
  heise.de golem.de computerwoche.de cio.de csoonline.com computerworld.ch zdnet.de netzwelt.de winfuture.de chip.de
  pcwelt.de pcgames.de pcgameshardware.de gamestar.de 4players.de gameswirtschaft.de caschys.blog stadt-bremerhaven.de
  mobiflip.de iphone-ticker.de macwelt.de maclife.de mactechnews.de giga.de teltarif.de inside-digital.de connect.de
  areamobile.de notebookcheck.com computerbase.de hardwareluxx.de silicon.de it-daily.net it-business.de channelpartner.de
  crn.de ip-insider.de security-insider.de bigdata-insider.de cloudcomputing-insider.de dev-insider.de egovernment.de
  egovernment-computing.de kommune21.de it-zoom.de it-administrator.de linux-magazin.de ix.de netzwoche.ch inside-it.ch
  elektroniknet.de elektronikpraxis.de all-electronics.de elektrotechnik.vogel.de elektropraktiker.de
  produktion.de maschinenmarkt.vogel.de konstruktionspraxis.vogel.de process.vogel.de vogel.de ingenieur.de vdi-nachrichten.com
  industrieanzeiger.de industrieanzeiger.industrie.de automationspraxis.industrie.de konradin.de chemietechnik.de chemanager-online.com
  plastverarbeiter.de kunststoffe.de k-zeitung.de automobilwoche.de auto-motor-und-sport.de autobild.de autozeitung.de
  automobil-industrie.vogel.de kfz-betrieb.vogel.de autohaus.de auto-medienportal.net motorradonline.de adac.de electrive.net
  eurotransport.de dvz.de verkehrsrundschau.de logistik-heute.de mm-logistik.vogel.de logistra.de trans.info bahnblogstelle.com
  eurailpress.de airliners.de aero.de aerotelegraph.com flugrevue.de fliegermagazin.de thb.info
  fvw.de touristik-aktuell.de reisevor9.de counter-vor9.de travelbook.de reisereporter.de ahgz.de tageskarte.io hottelling.net
  hogapage.de gastronomie-hotellerie.com gast.at lebensmittelzeitung.net lebensmittelpraxis.de rundschau.de foodservice.de
  about-drinks.com getraenke-news.de inside-getraenke.de meininger.de brauwelt.com
  textilwirtschaft.de fashionunited.de fashionnetwork.com sazsport.de moebelmarkt.de moebelkultur.de
  etailment.de einzelhandel.de onlinehaendler-news.de neuhandeln.de excitingcommerce.de paymentandbanking.com
  aerzteblatt.de aerztezeitung.de springermedizin.de medical-tribune.de deutsche-apotheker-zeitung.de apotheke-adhoc.de
  pharmazeutische-zeitung.de ptaheute.de apotheken-umschau.de kma-online.de bibliomedmanager.de healthcare-in-europe.com
  mta-dialog.de zm-online.de dzw.de vincentz.net altenpflege-online.net haeusliche-pflege.net pflege-online.de
  versicherungsbote.de versicherungswirtschaft-heute.de versicherungsjournal.de procontra-online.de asscompact.de
  cash-online.de fondsprofessionell.de dasinvestment.com private-banking-magazin.de institutional-money.com finance-magazin.de
  dertreasurer.de der-bank-blog.de it-finanzmagazin.de immobilien-zeitung.de iz.de konii.de immobilienmanager.de
  baulinks.de bauingenieur24.de bi-medien.de baunetz.de dabonline.de db-bauzeitung.de detail.de
  baumetall.de dachdecker.com sbz-online.de ikz.de haustec.de tga-fachplaner.de handwerk.com deutsche-handwerks-zeitung.de
  handwerksblatt.de holz-zentralblatt.com agrarheute.com topagrar.com wochenblatt.com bauernzeitung.de agrarzeitung.de
  dlz-agrarmagazin.de forstpraxis.de jagderleben.de wildundhund.de
  energiezukunft.eu erneuerbareenergien.de pv-magazine.de solarserver.de iwr.de energate-messenger.de zfk.de
  energie-und-management.de euwid-energie.de recyclingportal.eu recyclingmagazin.de umweltdialog.de forum-csr.net utopia.de
  enorm-magazin.de nachhaltigkeit.info bildungsklick.de deutsches-schulportal.de news4teachers.de forschung-und-lehre.de
  duz.de academics.de personalwirtschaft.de humanresourcesmanager.de hrjournal.de wirtschaftundweiterbildung.de
  behoerden-spiegel.de der-neue-kaemmerer.de kommunal.de treffpunkt-kommune.de boersenblatt.net buchreport.de
  buchmarkt.de blickpunktfilm.de filmstarts.de musikmarkt.de musikwoche.de kulturmanagement.net nachtkritik.de
  blachreport.de eventelevator.de eventpartner.de mep-online.de queer.de sport.de laufen.de runnersworld.de
  tour-magazin.de bike-magazin.de velobiz.de radmarkt.de eltern.de familie.de
`;
