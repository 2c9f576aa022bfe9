import type { z } from '@hono/zod-openapi'
import type { ActorType, PermissionOf } from '#core/permissions.ts'

/** The verbs the shop speaks. */
export type Method = 'GET' | 'POST'

/**
 * The limit of one client: at most `calls` in `windowMs` milliseconds (times the configured factor). Counted in the
 * database for all processes together, or by each process in its memory where a database row a call would cost too
 * much. A client is a network address, or, by `scope`, the signed-in account at any address.
 */
export type Limit = Readonly<{ calls: number; windowMs: number; counted?: 'in_memory'; scope?: 'account' }>

/**
 * The page with a plain form for an endpoint, which works without scripts. The browser posts the fields to the
 * page's own address. When all went well it is led to `done`, or the page is drawn again; else the page is drawn
 * with what was typed. A form of another site is refused, unless `fromAnywhere`: where a secret in the address is
 * all that counts. `{parts}` of the page's address may stand in `done` too.
 */
export type FormSpec = Readonly<{ page: `/${string}`; done?: `/${string}`; fromAnywhere?: true }>

/** A refused form: its input, and the refusal. */
export type RejectedForm = Readonly<{
  values: Readonly<Record<string, string>>
  status: number
  code: string
  message: string
  details?: unknown
}>

/** The permission that a call needs, by the type of the business's account. Other types may not call. */
export type PermissionAccess = { readonly [Type in ActorType]?: PermissionOf<Type> }

/**
 * The access to an endpoint. `public`: anybody, and no token is read. `optional`: anybody, and a token that is sent
 * identifies the account; a wrong one is refused. `signed_in`: every account, for itself. Else the members of
 * businesses of the named types whose roles have the permission (`#core/permissions.ts`).
 */
export type Access = 'public' | 'optional' | 'signed_in' | PermissionAccess

/**
 * The input and output of an endpoint, as data. The server validates and documents itself by it, the web takes its
 * types from it.
 */
export type EndpointSpec = Readonly<{
  method: Method
  path: `/${string}`
  summary: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** What the body is, JSON unless said otherwise: `bytes` for a file, as it is; `stream` for one that is not held in memory. */
  takes?: 'bytes' | 'stream'
  answer: z.ZodType
  refusals?: readonly string[]
  limit?: Limit
  maxBytes?: number
  form?: FormSpec
  /** It moves money: the password must have been typed in this session a short time ago (`/users/confirmPassword`). */
  confirmed?: true
}>

/** Declares an endpoint; returns the specification with its exact type. */
export function endpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  return spec
}

type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : never
type SchemaOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The input that a caller sends to the endpoint. */
export type EndpointInput<Spec extends EndpointSpec> = (Spec extends { params: z.ZodType }
  ? { params: SchemaInput<Spec['params']> }
  : unknown) &
  (Spec extends { query: z.ZodType } ? { query?: SchemaInput<Spec['query']> } : unknown) &
  (Spec extends { body: z.ZodType } ? { body: SchemaInput<Spec['body']> } : unknown)

/** The parsed input of the endpoint's handler. */
export type ParsedInput<Spec extends EndpointSpec> = Readonly<{
  params: SchemaOutput<Spec['params']>
  query: SchemaOutput<Spec['query']>
  body: SchemaOutput<Spec['body']>
}>

/** The successful response of the endpoint. */
export type EndpointResponse<Spec extends EndpointSpec> = z.input<Spec['answer']>
