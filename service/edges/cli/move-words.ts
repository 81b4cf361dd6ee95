import type { LeftReason, MissingReason, MoveFault } from "../../features/moving/schema.ts";

/** Said of a text, behind its title. */
export const leftWords: Readonly<Record<LeftReason, string>> = {
  no_title: "has no title",
  no_text: "has no text",
  only_summary: "is the beginning of a text only",
  too_long: "is longer than 100,000 characters",
  too_many_parts: "has too many links, pictures or table cells",
  no_date: "has no day that can be read",
  no_such_date: "has a day that does not exist or is before 1990",
  ambiguous_date: "has a day whose month may be its day; write it like 2019-12-31",
  no_language: "has a language that can't be read; write it like de or English",
  in_future: "has a day to come",
  not_public: "is not public, or behind a password",
  no_release: "is a page and no release",
  not_readable: "could not be read",
  twice: "is twice in the file",
  known: "is here already",
  refused: "could not be made a release; write it by hand",
};

export const missingWords: Readonly<Record<MissingReason, string>> = {
  other_host: "lies on another server",
  not_found: "is not to be found",
  not_answered: "its server did not answer",
  too_large: "is larger than 25 MB",
  no_picture: "is no picture that can be read",
  no_credit: "lies in the library without a credit",
  no_alt: "lies in the library without a description",
};

export const faultWords: Readonly<Record<MoveFault, string>> = {
  no_texts: "the file has no texts",
  too_many_texts: "the file has more than 5,000 texts; split it by years",
  forbidden_xml: "the file declares XML entities of its own; export it anew",
  columns_missing: "the table lacks one of the columns Titel, Datum and Text",
  not_readable:
    "the file can't be read; take a WordPress export, a feed, a CSV file, or a ZIP of CSV and pictures",
  feed_failed: "the feed could not be read; check its address, or save it as a file",
  file_gone: "the file is not there any more; import it again",
  imprint_missing: "the newsroom has no imprint; set one, and import again",
  client_archived: "the client is archived; bring it back, and import again",
  no_room: "there is no room for more pictures",
  too_many_pictures: "it has 4 GB of pictures; import again for the rest, nothing comes twice",
  server_silent:
    "its server handed out no picture of three texts in a row, and two of them came without theirs; import again once it answers, or with --without-pictures",
  too_many_attempts: "it broke off several times; import again",
};
