export const toolPageScript = "";
