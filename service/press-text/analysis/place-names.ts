/** Cities, states and countries that a German press text is likely to name; those of several words by their first. */
export const placeNames: ReadonlySet<string> = new Set(
  `Aachen Aalen Augsburg Bamberg Basel Bayreuth Berlin Bern Bielefeld Bochum Bonn Bottrop Brandenburg Braunschweig
  Bregenz Bremen Bremerhaven Brüssel Celle Chemnitz Coburg Cottbus Cuxhaven Darmstadt Dessau Detmold Dortmund Dresden
  Duisburg Düren Düsseldorf Emden Erfurt Erlangen Essen Esslingen Eisenach Feldkirch Flensburg Frankfurt Freiburg
  Friedrichshafen Fulda Fürth Gelsenkirchen Genf Gera Gießen Göppingen Görlitz Göttingen Graz Greifswald Gütersloh
  Hagen Halle Hamburg Hameln Hamm Hanau Hannover Heidelberg Heilbronn Herford Herne Hildesheim Hof Husum Ingolstadt
  Innsbruck Iserlohn Itzehoe Jena Kaiserslautern Karlsruhe Kassel Kempten Kiel Klagenfurt Koblenz Köln Konstanz
  Krefeld Landshut Leipzig Leverkusen Lindau Linz London Lörrach Lübeck Ludwigsburg Ludwigshafen Lüneburg Luzern
  Magdeburg Mainz Mannheim Marburg Minden Moers Mönchengladbach Mülheim München Münster Neubrandenburg Neuss
  Nürnberg Oberhausen Offenbach Offenburg Oldenburg Osnabrück Paderborn Paris Passau Pforzheim Pirmasens Plauen
  Potsdam Recklinghausen Regensburg Remscheid Reutlingen Rosenheim Rostock Saarbrücken Salzburg Salzgitter Schwerin
  Siegen Soest Solingen Speyer Stade Stralsund Straubing Stuttgart Suhl Trier Tübingen Tuttlingen Ulm Unna Vechta
  Villingen Weimar Wels Wien Wiesbaden Wilhelmshaven Winterthur Wismar Witten Wittenberg Wolfsburg Worms Wuppertal
  Würzburg Zürich Zwickau Bayern Hessen Niedersachsen Sachsen Thüringen Saarland Sachsen-Anhalt Brandenburg
  Nordrhein-Westfalen Rheinland-Pfalz Schleswig-Holstein Mecklenburg-Vorpommern Baden-Württemberg Deutschland
  Österreich Schweiz Europa Ruhrgebiet Allgäu Eifel Harz Schwarzwald Franken Oberbayern Ostfriesland Westfalen
  Südtirol Tirol Vorarlberg Steiermark Kärnten`.split(/\s+/),
);
