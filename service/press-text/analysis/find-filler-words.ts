/** Words that can mostly be struck without loss (Wolf Schneider, Deutsch für Profis; Ludwig Reiners, Stilfibel). */
const fillers = new Set(
  `eigentlich natürlich sozusagen irgendwie irgendwo irgendwann quasi gewissermaßen durchaus wohl halt freilich
  bekanntlich selbstverständlich offensichtlich offenbar gewiss sicherlich zweifellos zweifelsohne überaus äußerst
  ungemein absolut total völlig extrem unglaublich wirklich tatsächlich letztlich letztendlich schlussendlich
  grundsätzlich prinzipiell generell insbesondere diesbezüglich dahingehend nichtsdestotrotz nichtsdestoweniger
  regelrecht geradezu gar ziemlich relativ vielleicht eventuell möglicherweise gegebenenfalls immerhin allerdings
  jedenfalls ohnehin sowieso schlichtweg schlicht höchst keineswegs mithin nunmehr demzufolge etwaig
  dementsprechend hierbei hiermit somit überhaupt sehr`.split(/\s+/),
);

/**
 * Stems of praise that says nothing a reader can check; editors strike it first. The list is our own choice,
 * from the usual complaints of editorial offices about press texts.
 */
const cliches =
  /^(?:innovativ|einzigartig|einmalig|revolutionär|bahnbrechend|wegweisend|zukunftsweisend|maßgeschneidert|ganzheitlich|state-of-the-art|weltklasse|erstklassig|hochwertig|namhaft|renommiert|kundenorientiert|lösungsorientiert|zukunftsorientiert|zukunftsfähig|nahtlos|optimal|perfekt|herausragend|außergewöhnlich|unvergleichlich|unschlagbar|sensationell|spektakulär|atemberaubend|phänomenal|synergie|mehrwert|gamechanger|game-changer|leidenschaftlich|passgenau|ultimativ|vollumfänglich|führende[rns]?$)/;

/** Returns the filler words and clichés of the words given, in order and as written. */
export function findFillerWords(words: readonly string[]): string[] {
  return words.filter((word) => {
    const lower = word.toLowerCase();
    return fillers.has(lower) || cliches.test(lower);
  });
}
