import { OpenAPIHono, z } from '@hono/zod-openapi'
import { API_KEY_PREFIX, listScopes } from '#core/api-scopes.ts'
import { WEBHOOK_EVENTS } from '#core/webhook-events.ts'
import { type ActorType, listRolesWith } from '#core/permissions.ts'
import { BUSINESS_HEADER } from './actor.ts'
import type { Access, EndpointSpec } from './endpoint.ts'
import type { Route } from './route.ts'

const Failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    code: z.string(),
    details: z.unknown().optional(),
    requestId: z.string(),
  })
  .openapi('Failure')

/** What the document calls the access token of an account, sent as `authorization: Bearer …`. */
const ACCOUNT = 'account'

/** What it calls an API key, sent in the same header. */
const API_KEY = 'api_key'

/** A version of OpenAPI that the calls are documented in. */
export type OpenApiVersion = '3.0.3' | '3.1.0'

/**
 * Returns the OpenAPI document of all routes, made from their contracts. Each operation says who can call it: in its description, as
 * `security` for tools, and as the contract has it (`x-access`). `url` is the shop's public address. OpenAPI 3.0 knows no webhooks: there
 * the description lists them.
 */
export function openApiDocument(routes: readonly Route[], url: string, openapi: OpenApiVersion): object {
  const registry = createRegistry(routes)
  const info = { title: 'Cabochon', version: '0.1.0', license: { name: 'MIT' } }
  const servers = [{ url }]
  if (openapi === '3.0.3')
    return registry.getOpenAPIDocument({
      openapi,
      info: { ...info, description: describeWebhooks() },
      servers,
    })
  registerWebhooks(registry)
  return registry.getOpenAPI31Document({ openapi, info, servers })
}

function createRegistry(routes: readonly Route[]): OpenAPIHono {
  const registry = new OpenAPIHono()
  registry.openAPIRegistry.registerComponent('securitySchemes', ACCOUNT, { type: 'http', scheme: 'bearer' })
  registry.openAPIRegistry.registerComponent('securitySchemes', API_KEY, {
    type: 'http',
    scheme: 'bearer',
    description: `A key from your dashboard, under API and webhooks; it begins with ${API_KEY_PREFIX}.`,
  })
  for (const { spec } of routes) {
    registry.openAPIRegistry.registerPath({
      method: spec.method === 'GET' ? 'get' : 'post',
      path: spec.path,
      summary: spec.summary,
      description: describeAccess(spec.access),
      security: toSecurity(spec),
      'x-access': spec.access,
      'x-roles': listAllowedRoles(spec.access),
      tags: [spec.path.split('/')[1] ?? ''],
      request: toRequest(spec),
      responses: {
        200: { description: 'Success', content: jsonContent(spec.answer) },
        default: { description: describeFailures(spec), content: jsonContent(Failure) },
      },
    })
  }
  return registry
}

function describeAccess(access: Access): string {
  if (access === 'public') return 'Anyone can call this. No access token is read.'
  if (access === 'optional') return 'Anyone can call this. An access token identifies the account.'
  if (access === 'signed_in') return 'Requires an account.'
  const needs = Object.entries(listAllowedRoles(access)).map(
    ([type, { permission, roles }]) =>
      `of type ${type} with the permission \`${permission}\` (roles: ${roles.join(', ')})`,
  )
  const member = 'vendor' in access || 'manufacturer' in access
  return `Requires an account ${needs.join(' or ')}.${member ? MEMBER_NOTE : ''}`
}

const MEMBER_NOTE = ` A member of a team names its business in the header \`${BUSINESS_HEADER}\`.`

/** Returns the permission that a call needs and the roles that have it, by type of account; nothing for calls without one. */
function listAllowedRoles(access: Access): Record<string, { permission: string; roles: readonly string[] }> {
  if (typeof access === 'string') return {}
  return Object.fromEntries(
    Object.entries(access).map(([type, permission]) => [
      type,
      // A contract names permissions of the type only.
      { permission, roles: listRolesWith(type as ActorType, permission) },
    ]),
  )
}

function toSecurity({ access, confirmed }: EndpointSpec): Record<string, string[]>[] {
  if (access === 'public') return []
  if (access === 'optional') return [{}, { [ACCOUNT]: [] }]
  return takesApiKeys(access, confirmed) ? [{ [API_KEY]: [] }, { [ACCOUNT]: [] }] : [{ [ACCOUNT]: [] }]
}

/**
 * Returns whether an API key with the right scope can make a call: not for oneself, nor where the password is
 * needed.
 */
function takesApiKeys(access: Access, confirmed = false): boolean {
  if (typeof access === 'string' || confirmed) return false
  return Object.entries(access).some(([type, permission]) =>
    // A contract names types of accounts only.
    listScopes(type as ActorType).includes(permission),
  )
}

const WebhookBody = z
  .object({ type: z.string(), timestamp: z.iso.datetime(), data: z.record(z.string(), z.unknown()) })
  .openapi('Webhook')

/** The events that endpoints can be sent, each with what it is about. */
const EVENTS = new Map(Object.values(WEBHOOK_EVENTS).flatMap((ofType) => Object.entries(ofType)))

/** Returns the events as text in Markdown. */
function describeWebhooks(): string {
  const rows = [...EVENTS].map(
    ([name, about]) => `| \`${name}\` | ${about} | ${listReceivers(name).join(', ')} |`,
  )
  return [
    'Webhooks are sent to the endpoints that you add to your dashboard, under API and webhooks.',
    `${WEBHOOK_NOTE} Any other answer than 2xx has one sent again.`,
    '',
    '| Event | About | Sent to |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** Documents every event that endpoints can be sent. */
function registerWebhooks({ openAPIRegistry }: OpenAPIHono): void {
  for (const [name, about] of EVENTS)
    openAPIRegistry.registerWebhook({
      // Where endpoints are is theirs to say: in the document an event has a name in place of an address.
      path: name,
      method: 'post',
      summary: about,
      description: `${WEBHOOK_NOTE} Sent to ${listReceivers(name).join(', ')}.`,
      tags: ['webhooks'],
      request: { body: { content: jsonContent(WebhookBody) } },
      responses: { 204: { description: 'Received; any other status than 2xx has it sent again' } },
    })
}

const WEBHOOK_NOTE =
  'Signed by the Standard Webhooks specification: the headers webhook-id, webhook-timestamp and webhook-signature.'

const RECEIVERS = { manufacturer: 'suppliers', vendor: 'vendors', operator: 'operators' } as const

function listReceivers(event: string): string[] {
  return Object.entries(RECEIVERS).flatMap(([type, name]) =>
    // The keys above are types of accounts.
    Object.hasOwn(WEBHOOK_EVENTS[type as ActorType], event) ? [name] : [],
  )
}

function toRequest(spec: EndpointSpec): object {
  return {
    ...(spec.params ? { params: spec.params } : {}),
    ...(spec.query ? { query: spec.query } : {}),
    ...(spec.body ? { body: { required: true, content: toContent(spec, spec.body) } } : {}),
  }
}

function toContent({ takes }: EndpointSpec, body: z.ZodType): object {
  return takes ? { 'application/octet-stream': { schema: body } } : jsonContent(body)
}

function describeFailures(spec: EndpointSpec): string {
  const codes = [...(spec.confirmed ? ['password_needed'] : []), ...(spec.refusals ?? [])]
  return codes.length > 0 ? `Refused; codes of its own: ${codes.join(', ')}` : 'Refused'
}

function jsonContent(schema: z.ZodType): { 'application/json': { schema: z.ZodType } } {
  return { 'application/json': { schema } }
}
