import { listToolCalls, type ToolCall } from "../../../../features/audit/list-tool-calls.ts";
import { listKeys } from "../../../../features/keys/sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { copyableHtml, copyScript } from "../../parts/copy-button.ts";
import { momentHtml } from "../../parts/moment.ts";
import { tableHtml } from "../../parts/table.ts";

const path = "/app/einstellungen/agenten";

const agentsPage = definePage({
  path,
  action: "agents.read",
  scripts: [copyScript],
  async handle({ visit, deps }) {
    const [calls, keys] = await Promise.all([
      listToolCalls(deps.sql, visit.agencyId),
      listKeys(deps.sql, visit.agencyId),
    ]);
    const names = new Map(keys.map(({ id, name }) => [id, name]));
    return {
      title: "Agenten",
      lead: "KI-Agenten können Texte entwerfen, Freigaben anfragen und Zahlen lesen. Sie sprechen MCP über HTTP.",
      main: html`<h2>Verbinden</h2>
<p>Sie brauchen die Adresse und einen ${
        visit.may("keys.read")
          ? html`<a href="/app/einstellungen/schluessel">API-Schlüssel</a>`
          : "API-Schlüssel, den jemand mit der Rolle Inhaber erstellt"
      }. In den Beispielen steht er in der Umgebung unter dem Namen PR_SERVICE_KEY.</p>
${connectingHtml(`${deps.publicUrl}/api/mcp`)}
<h2>Letzte Aufrufe</h2>
${
  calls.length === 0
    ? html`<p class="lead">Noch kein Agent hat etwas aufgerufen.</p>`
    : tableHtml({
        caption: "Letzte Aufrufe von Agenten",
        rows: calls,
        columns: [
          { label: "Werkzeug", cell: ({ tool }) => tool },
          { label: "Schlüssel", cell: ({ keyId }) => names.get(keyId ?? "") ?? "–" },
          { label: "Ergebnis", cell: outcomeHtml },
          { label: "Wann", cell: ({ occurredAt }) => momentHtml(visit, occurredAt) },
        ],
      })
}`,
    };
  },
});

export const agentDefinitions = [agentsPage];

function connectingHtml(address: string): Html {
  const header = `X-API-Key: ${inBraces("PR_SERVICE_KEY")}`;
  const remote = ["-y", "mcp-remote", address, "--header", header];
  const samples = [
    {
      id: "claude-code",
      label: "Claude Code",
      text: `claude mcp add --transport http pr-service ${address} --header "X-API-Key: $PR_SERVICE_KEY"`,
    },
    {
      id: "claude-desktop",
      label: "Claude Desktop (claude_desktop_config.json)",
      text: json({
        mcpServers: {
          "pr-service": { command: "npx", args: remote, env: { PR_SERVICE_KEY: "Ihr Schlüssel" } },
        },
      }),
    },
    {
      id: "cursor",
      label: "Cursor (.cursor/mcp.json)",
      text: json({
        mcpServers: {
          "pr-service": { url: address, headers: { "X-API-Key": inBraces("env:PR_SERVICE_KEY") } },
        },
      }),
    },
    {
      id: "vs-code",
      label: "VS Code (.vscode/mcp.json)",
      text: json({
        inputs: [{ type: "promptString", id: "key", description: "API-Schlüssel", password: true }],
        servers: {
          "pr-service": { type: "http", url: address, headers: { "X-API-Key": inBraces("input:key") } },
        },
      }),
    },
    {
      id: "other",
      label: "Andere (Streamable HTTP)",
      text: json({ type: "http", url: address, headers: { "X-API-Key": "Ihr Schlüssel" } }),
    },
  ];
  return html`${copyableHtml({ id: "address", label: "Adresse", text: address })}
${samples.map(copyableHtml)}`;
}

function outcomeHtml({ outcome }: ToolCall): Html {
  return outcome === "ok"
    ? html`<span class="state good">gelungen</span>`
    : html`<span class="state bad">abgewiesen</span><span class="facts">${outcome}</span>`;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** How hosts name a value that they fill in. */
function inBraces(name: string): string {
  return `$\{${name}}`;
}
