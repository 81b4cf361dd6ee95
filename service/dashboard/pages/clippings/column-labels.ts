export const columnLabels: Readonly<Record<string, string>> = {
  release_id: "Meldung",
  medium: "Medium",
  media_type: "Mediengattung",
  headline: "Überschrift",
  url: "Adresse",
  published_at: "Erschienen am",
  match_type: "Art des Treffers",
  reach: "Reichweite",
  source: "Quelle",
};
