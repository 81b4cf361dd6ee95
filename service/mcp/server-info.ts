import packageJson from "../../package.json" with { type: "json" };

/** How the agent endpoint names itself to its clients. */
export const serverInfo = { name: "pr-service", title: "PR service", version: packageJson.version };
