import { OpenAPIHono, z } from '@hono/zod-openapi'
import { API_KEY_PREFIX, listScopes } from '#core/access/api-scopes.ts'
import { WEBHOOK_EVENTS } from '#core/webhook-events.ts'
import { type ActorType, listRolesWith } from '#core/access/permissions.ts'
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

/** The document's name for the access token of an account, sent as `authorization: Bearer …`. */
const ACCOUNT = 'account'

/** The document's name for an API key, sent in the same header. */
const API_KEY = 'api_key'

/** A version of OpenAPI in which the calls are documented. */
export type OpenApiVersion = '3.0.3' | '3.1.0'

/**
 * Returns the OpenAPI document of all routes, generated from their contracts. Each operation states its callers: in
 * its description, as `security` for tools, and as in the contract (`x-access`). `url` is the shop's public address.
 * OpenAPI 3.0 has no webhooks, so there the description lists them.
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

/**
 * Returns the permission that a call needs and the roles that have it, by type of account; empty for calls without
 * one.
 */
function listAllowedRoles(access: Access): Record<string, { permission: string; roles: readonly string[] }> {
  if (typeof access === 'string') return {}
  return Object.fromEntries(
    Object.entries(access).map(([type, permission]) => [
      type,
      // A contract names only permissions of the type.
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
 * Returns whether an API key with the right scope can make a call. It cannot call for an account itself, nor where
 * the password is needed.
 */
function takesApiKeys(access: Access, confirmed = false): boolean {
  if (typeof access === 'string' || confirmed) return false
  return Object.entries(access).some(([type, permission]) =>
    // A contract names only types of accounts.
    listScopes(type as ActorType).includes(permission),
  )
}

const WebhookBody = z
  .object({ type: z.string(), timestamp: z.iso.datetime(), data: z.record(z.string(), z.unknown()) })
  .openapi('Webhook')

/** The events that endpoints can receive, with their descriptions. */
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

/** Documents every event that endpoints can receive. */
function registerWebhooks({ openAPIRegistry }: OpenAPIHono): void {
  for (const [name, about] of EVENTS)
    openAPIRegistry.registerWebhook({
      // Receivers choose their own URLs, so the document has the event's name in place of a path.
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
