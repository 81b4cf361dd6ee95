import type { TableFacts } from "./facts/facts-shape.ts";
import { tableFacts } from "./table-facts.ts";

/** The page for the data protection officer of an agency: `docs/data-protection.md`, made of the table of tables. */
export function renderDataProtectionPage(): string {
  const withPersons = tableFacts.filter(({ personal }) => !personal.startsWith("none"));
  const others = tableFacts.filter(({ personal }) => personal.startsWith("none"));
  return `# Data protection

For the data protection officer of an agency. \`bun run data-protection\` writes this page from the table in
\`service/features/agency-data/\`. A test compares that table with the database.

The agency is the controller. Whoever runs the service processes the data for it (Article 28 GDPR). The lawful basis is that of
the agency towards the people concerned; letters are those of Article 6 (1) GDPR. "Kept" says when a row goes by itself.

- Readers get no cookies, and nothing is stored on their devices. No third party is asked for anything.
- What an agency has to tell people of the media (article 14) stands on the page *Verteiler → Regeln*, ready to be completed and published.
  Every press mail links to it.
- A visitor is a pseudonym for one day. Its salt is destroyed within 48 hours. Addresses and user agents are not stored.
- \`pr-service agency export --agency ID FILE.zip\` writes everything that is an agency's own into one archive. Addresses
  of contacts and subscribers are readable in it, as \`media-contacts.csv\` and \`subscribers.csv\`.
- \`pr-service agency delete ID --confirm NAME\` makes an agency unreachable at once and removes it after 30 days
  (\`AGENCY_GRACE_DAYS\`). \`agency restore ID\` brings it back in that time. Backups of the operator have their own end.

## Tables with personal data

| table | what is stored | personal data | why | lawful basis | kept | in the export |
| --- | --- | --- | --- | --- | --- | --- |
${withPersons.map(fullLine).join("\n")}

## Tables without personal data

| table | what is stored | why | kept | in the export |
| --- | --- | --- | --- | --- |
${others.map(shortLine).join("\n")}
`;
}

function fullLine(facts: TableFacts): string {
  const { table, holds, personal, why, basis, kept } = facts;
  return `| \`${table}\` | ${holds} | ${personal} | ${why} | ${basis} | ${kept} | ${exported(facts)} |`;
}

function shortLine(facts: TableFacts): string {
  const { table, holds, why, kept } = facts;
  return `| \`${table}\` | ${holds} | ${why} | ${kept} | ${exported(facts)} |`;
}

function exported({ export: shown }: TableFacts): string {
  if ("leftOut" in shown) return `no. ${shown.leftOut}`;
  const { without = [] } = shown;
  return without.length === 0 ? "yes" : `yes, without ${without.map((column) => `\`${column}\``).join(", ")}`;
}
