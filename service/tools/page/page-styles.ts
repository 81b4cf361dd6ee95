/** What the page of the tools has beside the style of the newsroom. */
export const toolPageStyles = "";
