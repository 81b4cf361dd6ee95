import { type Static, Type } from "@sinclair/typebox";
import { mailAddressOctetsMax } from "../../floor/web/mail-address.ts";
import {
  cursorCharactersMax,
  DateTime,
  integerMax,
  listLimit,
  Nullable,
  OneOf,
  Text,
  Uuid,
} from "../../schema.ts";

const addressForms = ["sie", "du", "neutral"] as const;
const clientStatuses = ["active", "archived"] as const;

/** Entries of one list of a persona: more than a person keeps in mind while writing. */
export const listEntriesMax = 50;
export const tabooWordsMax = 200;
export const clientContactsMax = 50;
export const nameCharactersMax = 200;
export const otherNamesMax = 20;
/** Shorter ones stand in articles about anything. */
export const otherNameCharacters = { min: 4, max: 100 };

export const ClientId = Type.Integer({ minimum: 1, maximum: integerMax });
export const Limit = Type.Integer(listLimit);
export const Cursor = Text(1, cursorCharactersMax);
export const NextCursor = Nullable(Type.String());

/** A language tag in its common forms: `de`, `de-AT`, `zh-Hant-TW`. It stands in pages and feeds. Source: RFC 5646. */
export function LanguageTag(options: { description?: string } = {}) {
  return Type.String({ pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$", maxLength: 30, ...options });
}

const TargetGroup = Type.Object({ name: Text(1, 200), description: Text(0, 2000) });
const TabooWord = Type.Object({
  term: Text(1, 100),
  reason: Nullable(Text(0, 500)),
  alternative: Nullable(Text(0, 200)),
});
export type TabooWord = Static<typeof TabooWord>;

/** How a client wants to sound: what a version of its persona holds. */
export const Persona = Type.Object({
  language: LanguageTag(),
  addressForm: OneOf(addressForms),
  tone: Type.Array(Text(1, 200), { maxItems: listEntriesMax }),
  styleNotes: Text(0, 10_000),
  targetGroups: Type.Array(TargetGroup, { maxItems: listEntriesMax }),
  keyMessages: Type.Array(Text(1, 1000), { maxItems: listEntriesMax }),
  tabooWords: Type.Array(TabooWord, { maxItems: tabooWordsMax }),
  boilerplate: Text(0, 10_000),
});
export type Persona = Static<typeof Persona>;

/** A contact as operators register it; `email` is where approval requests go and is shown to no key holder. */
export const NewClientContact = Type.Object({
  name: Text(1, 200),
  role: Type.Optional(Nullable(Text(0, 200))),
  canApprove: Type.Boolean(),
  email: Type.Optional(Type.String({ maxLength: mailAddressOctetsMax })),
});
export type NewClientContact = Static<typeof NewClientContact>;

/** The file of `client create --persona`: what `getClientPersona` gives, without ids; lists may be left out. */
export const PersonaFile = Type.Object({
  ...Type.Partial(Persona).properties,
  tabooWords: Type.Optional(
    Type.Array(
      Type.Object({
        term: Text(1, 100),
        reason: Type.Optional(Nullable(Text(0, 500))),
        alternative: Type.Optional(Nullable(Text(0, 200))),
      }),
      { maxItems: tabooWordsMax },
    ),
  ),
  contacts: Type.Optional(Type.Array(NewClientContact, { maxItems: clientContactsMax })),
});
export type PersonaFile = Static<typeof PersonaFile>;

export const ListClientsInput = Type.Object(
  {
    query: Type.Optional(Text(1, 200, { description: "Part of the client's name." })),
    status: Type.Optional(OneOf(clientStatuses)),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);
export type ListClientsInput = Static<typeof ListClientsInput>;

export const ListClientsOutput = Type.Object({
  clients: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      slug: Type.String(),
      status: OneOf(clientStatuses),
      hasPersona: Type.Boolean(),
      openDrafts: Type.Integer(),
      pendingApprovals: Type.Integer(),
    }),
  ),
  nextCursor: NextCursor,
});
export type ListClientsOutput = Static<typeof ListClientsOutput>;

export const GetClientPersonaInput = Type.Object({ clientId: ClientId }, { additionalProperties: false });
export type GetClientPersonaInput = Static<typeof GetClientPersonaInput>;

export const GetClientPersonaOutput = Type.Object({
  clientId: Type.Integer(),
  version: Type.Integer(),
  language: Type.String(),
  addressForm: OneOf(addressForms),
  tone: Type.Array(Type.String()),
  styleNotes: Type.String(),
  targetGroups: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
  keyMessages: Type.Array(Type.String()),
  tabooWords: Type.Array(
    Type.Object({
      term: Type.String(),
      reason: Nullable(Type.String()),
      alternative: Nullable(Type.String()),
    }),
  ),
  boilerplate: Type.String(),
  contacts: Type.Array(
    Type.Object({
      id: Uuid,
      name: Type.String(),
      role: Nullable(Type.String()),
      canApprove: Type.Boolean(),
    }),
  ),
  updatedAt: DateTime,
});
export type GetClientPersonaOutput = Static<typeof GetClientPersonaOutput>;
