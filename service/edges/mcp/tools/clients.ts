import { getClientPersona } from "../../../features/clients/get-client-persona.ts";
import { listClients } from "../../../features/clients/list-clients.ts";
import {
  GetClientPersonaInput,
  GetClientPersonaOutput,
  ListClientsInput,
  ListClientsOutput,
} from "../../../features/clients/schema.ts";
import { defineTool, reads } from "../tool.ts";

export const listClientsTool = defineTool({
  name: "list_clients",
  title: "List clients",
  description:
    "Lists the agency's clients with their open drafts and pending approvals. Start here: other tools need its id. More pages: pass nextCursor as cursor.",
  hints: reads,
  scope: "read",
  action: "clients.read",
  input: ListClientsInput,
  output: ListClientsOutput,
  run: ({ sql, agencyId, clientIds }, input) => listClients(sql, agencyId, { ...input, clientIds }),
});

export const getClientPersonaTool = defineTool({
  name: "get_client_persona",
  title: "Get a client's persona",
  description:
    "How a client wants to sound: language, form of address, tone, key messages, words to avoid with alternatives, boilerplate, contacts who can approve. Read it before you write.",
  hints: reads,
  scope: "read",
  action: "clients.read",
  input: GetClientPersonaInput,
  output: GetClientPersonaOutput,
  run: ({ sql, agencyId }, input) => getClientPersona(sql, agencyId, input),
});
