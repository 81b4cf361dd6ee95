/**
 * Who may do what: the one table of roles and actions. The dashboard asks it before each page and form (service/edges/dashboard/), and the
 * agent endpoint before each tool that an assistant calls in somebody's name (service/edges/mcp/as-person.ts). A test prints it and
 * compares it with what pages answer.
 */
export const roles = ["owner", "editor", "analyst"] as const;
export type Role = (typeof roles)[number];

type Rule = {
  roles: readonly Role[];
  /** Concerns the whole agency: a person limited to some clients may not do it. */
  needsAllClients?: true;
  /** The person must have shown who it is within the last minutes. */
  needsFreshSignIn?: true;
};

const everyone: readonly Role[] = roles;
const writers: readonly Role[] = ["owner", "editor"];
const owners: readonly Role[] = ["owner"];

const table = {
  "today.read": { roles: everyone },
  "search.read": { roles: everyone },

  "drafts.read": { roles: everyone },
  "drafts.write": { roles: writers },
  "media.write": { roles: writers },
  "approvals.request": { roles: writers },
  "approvals.record": { roles: writers },
  "approvals.rule": { roles: owners },
  "releases.publish": { roles: writers },
  "releases.correct": { roles: writers },
  "releases.archive": { roles: writers },

  "clients.read": { roles: everyone },
  "clients.create": { roles: writers, needsAllClients: true },
  "clients.write": { roles: writers },
  "newsrooms.write": { roles: writers },
  "newsrooms.move": { roles: owners },
  "contacts.write": { roles: writers },
  "personas.write": { roles: writers },

  "distribution.read": { roles: everyone },
  "distribution.addresses": { roles: writers },
  "distribution.write": { roles: writers },
  "distribution.import": { roles: writers, needsAllClients: true },
  "mailings.read": { roles: everyone },
  "mailings.write": { roles: writers },

  "figures.read": { roles: everyone },
  "figures.note": { roles: writers },
  "goals.write": { roles: writers },
  "groups.write": { roles: writers, needsAllClients: true },

  "reports.read": { roles: everyone },
  "reports.create": { roles: writers },
  "reports.send": { roles: writers },
  "schedules.write": { roles: writers },

  "clippings.read": { roles: everyone },
  "clippings.write": { roles: writers },
  "clippings.import": { roles: writers, needsAllClients: true },
  "feeds.read": { roles: everyone, needsAllClients: true },
  "feeds.write": { roles: writers, needsAllClients: true },

  "settings.read": { roles: everyone },
  "agency.write": { roles: owners },
  "team.read": { roles: everyone, needsAllClients: true },
  "team.write": { roles: owners, needsFreshSignIn: true },
  "keys.read": { roles: owners },
  "keys.write": { roles: owners, needsFreshSignIn: true },
  "webhooks.read": { roles: writers, needsAllClients: true },
  "webhooks.write": { roles: owners },
  "webhooks.secret": { roles: owners, needsFreshSignIn: true },
  "webhooks.replay": { roles: writers, needsAllClients: true },
  "refusals.read": { roles: writers, needsAllClients: true },
  "agents.read": { roles: everyone },
  "agents.connect": { roles: everyone, needsFreshSignIn: true },
  "agents.manage": { roles: owners },
  "agents.calls": { roles: writers, needsAllClients: true },
  "partners.read": { roles: owners },
  "partners.write": { roles: owners, needsFreshSignIn: true },
  "credits.read": { roles: owners },
  "data.read": { roles: owners },
  "data.export": { roles: owners, needsFreshSignIn: true },
  "data.delete": { roles: owners, needsFreshSignIn: true },
  "audit.read": { roles: owners },

  "account.read": { roles: everyone },
  "account.write": { roles: everyone },
  "account.passkeys": { roles: everyone, needsFreshSignIn: true },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof table;
export const rights: Readonly<Record<Action, Rule>> = table;

/** What rights are read from: a person's role in an agency, and the clients it is limited to (null for none). */
export type Member = { role: Role; clientIds: readonly number[] | null };

/** Whether the person may do this at all. Whether it may do it to a certain client is for `isInScope`. */
export function isPermitted({ role, clientIds }: Member, action: Action): boolean {
  const rule = rights[action];
  return rule.roles.includes(role) && (clientIds === null || rule.needsAllClients !== true);
}

/** Whether the person may see and change what belongs to this client. */
export function isInScope({ clientIds }: Pick<Member, "clientIds">, clientId: number): boolean {
  return clientIds === null || clientIds.includes(clientId);
}
