import { disconnectAgent } from "../../../../features/agent-access/connections.ts";
import {
  findConnectionNames,
  type ListedConnection,
  listConnections,
} from "../../../../features/agent-access/connections-sql.ts";
import {
  listToolCalls,
  type ToolCall,
  toolCallDone,
} from "../../../../features/audit/list-tool-calls-sql.ts";
import { listKeys } from "../../../../features/keys/sql.ts";
import { counted } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { copyableHtml, copyScript } from "../../parts/copy-button.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { hasAgents, planNotice, scopeWords } from "../agent-consent.ts";

const path = "/app/einstellungen/agenten";
/** It needs reading alone, and each agency has an answer to it. */
const firstQuestion = "Welche Kunden habe ich, und welche Entwürfe sind offen?";

const agentsPage = definePage({ path, action: "agents.read", scripts: [copyScript], handle: show });

const disconnectForm = defineForm({
  path: `${path}/:connectionId/trennen`,
  action: "agents.read",
  fields: {},
  async handle({ visit, params, deps }) {
    const input = { connectionId: uuidInPath(params.connectionId), onlyPersonId: ownAlone(visit) };
    const { clientName } = await disconnectAgent(deps.sql, visit.agencyId, input, visit.actor);
    return { location: path, notice: `„${clientName}“ ist getrennt und wird ab sofort abgewiesen.` };
  },
  show,
});

export const agentDefinitions = [agentsPage, disconnectForm];

/** Owners see and end all connections, others their own. */
function ownAlone(visit: Visit): string | null {
  return visit.may("agents.manage") ? null : visit.signedIn.personId;
}

async function show({ visit, deps }: Pick<Context, "visit" | "deps">): Promise<PageContent> {
  const connections = await listConnections(deps.sql, visit.agencyId, { personId: ownAlone(visit) });
  const address = `${deps.publicUrl}/api/mcp`;
  return {
    title: "Agenten",
    lead: "KI-Assistenten können in Ihrem Namen Texte entwerfen, Freigaben anfragen und Zahlen lesen. Veröffentlicht wird nur, was ein Mensch freigegeben hat.",
    main: html`${!hasAgents(visit) && planNotice}
<h2>KI-Assistenten verbinden</h2>
<p>Geben Sie diese Adresse in Ihrem Assistenten ein. Er führt Sie hierher, Sie melden sich an und entscheiden, was er darf.</p>
${copyableHtml({ id: "address", label: "Adresse", text: address })}
${hostsHtml(address)}
<h2>Die erste Frage</h2>
${copyableHtml({ id: "question", label: "Fragen Sie Ihren Assistenten zum Beispiel", text: firstQuestion })}
<h2>Verbindungen</h2>
${connections.length === 0 ? html`<p class="lead">Noch keine. Kopieren Sie die Adresse in Ihren Assistenten.</p>` : connectionsHtml(visit, connections)}
${visit.may("agents.calls") && (await callsHtml(visit, deps))}
<h2>Mit einem Schlüssel verbinden</h2>
<p>Für Programme ohne Anmeldung. Ein Schlüssel gehört der Agentur und kennt keine Person. Sie brauchen die Adresse und einen ${
      visit.may("keys.read")
        ? html`<a href="/app/einstellungen/schluessel">API-Schlüssel</a>`
        : "API-Schlüssel, den jemand mit der Rolle Inhaber erstellt"
    }. In den Beispielen steht er in der Umgebung unter dem Namen PR_SERVICE_KEY.</p>
<details><summary>Beispiele mit Schlüssel</summary>
${withKeyHtml(address)}</details>`,
  };
}

/** Where the address goes in the hosts that people use; menus as of November 2026. */
function hostsHtml(address: string): Html {
  return html`<dl class="facts-list">
<div><dt>Claude (Web, Desktop, Telefon)</dt><dd>Einstellungen → Konnektoren → Eigenen Konnektor hinzufügen, Adresse einfügen, „Verbinden“.</dd></div>
<div><dt>ChatGPT</dt><dd>Einstellungen → Apps und Konnektoren → Erweitert: Entwicklermodus einschalten, dann „Erstellen“, Adresse einfügen, OAuth wählen.</dd></div>
<div><dt>Copilot Studio</dt><dd>Tools → Tool hinzufügen → Model Context Protocol, Adresse einfügen, OAuth 2.0 mit dynamischer Erkennung wählen.</dd></div>
<div><dt>Claude Code</dt><dd><code>claude mcp add --transport http pr-service ${address}</code>, danach <code>/mcp</code> und „Authenticate“.</dd></div>
<div><dt>VS Code</dt><dd>Befehl „MCP: Add Server“, HTTP wählen, Adresse einfügen und die Anmeldung erlauben.</dd></div>
</dl>`;
}

function connectionsHtml(visit: Visit, connections: readonly ListedConnection[]): Html {
  return tableHtml({
    caption: "Verbindungen",
    rows: connections,
    columns: [
      {
        label: "Assistent",
        cell: ({ clientName, clientHost, isChecked }) =>
          html`${clientName}<span class="facts">${clientHost}${isChecked && ", vom Betreiber geprüft"}</span>`,
      },
      { label: "Person", cell: ({ personName }) => personName },
      { label: "Darf", cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(", ") },
      {
        label: "Zuletzt benutzt",
        cell: ({ lastUsedAt, calls }) =>
          lastUsedAt === null
            ? "noch nie"
            : html`${shortMomentHtml(visit, lastUsedAt)}<span class="facts">${counted(calls, "Aufruf", "Aufrufe")}</span>`,
      },
      {
        label: "Gilt bis",
        cell: ({ expiresAt }) => (expiresAt === null ? "zum Trennen" : shortMomentHtml(visit, expiresAt)),
      },
      {
        label: "Trennen",
        isAction: true,
        cell: ({ id, clientName, personName }) =>
          confirmHtml({
            visit,
            action: `${path}/${id}/trennen`,
            label: "Trennen …",
            question: `„${clientName}“ kann dann nicht mehr im Namen von ${personName} arbeiten. Neu verbinden geht jederzeit.`,
            confirm: "Ja, trennen",
          }),
      },
    ],
  });
}

async function callsHtml(visit: Visit, { sql }: Context["deps"]): Promise<Html> {
  const [calls, keys] = await Promise.all([
    listToolCalls(sql, visit.agencyId),
    listKeys(sql, visit.agencyId),
  ]);
  const ids = calls.flatMap(({ actorId }) => actorId ?? []);
  const names = new Map([
    ...keys.map(({ id, name }) => [id, `Schlüssel „${name}“`] as const),
    ...(await findConnectionNames(sql, visit.agencyId, ids)),
  ]);
  return html`<h2>Letzte Aufrufe</h2>
${
  calls.length === 0
    ? html`<p class="lead">Noch kein KI-Assistent hat etwas aufgerufen.</p>`
    : tableHtml({
        caption: "Letzte Aufrufe von KI-Assistenten",
        rows: calls,
        columns: [
          { label: "Werkzeug", cell: ({ tool }) => tool },
          { label: "Wer", cell: ({ actorId }) => names.get(actorId ?? "") ?? "–" },
          { label: "Ergebnis", cell: outcomeHtml },
          { label: "Wann", cell: ({ occurredAt }) => shortMomentHtml(visit, occurredAt) },
        ],
      })
}`;
}

function withKeyHtml(address: string): Html {
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
  return html`${samples.map(copyableHtml)}`;
}

function outcomeHtml({ outcome }: ToolCall): Html {
  return outcome === toolCallDone
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
