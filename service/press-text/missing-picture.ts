/** What stands in a text in the place of a picture that its source did not hand over; readers must not see it. */
export const missingPicture = "Bild fehlt: bitte einzeln einfügen";
