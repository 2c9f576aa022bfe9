import type { z } from '@hono/zod-openapi'
import type { ActorType, PermissionOf } from '#core/access/permissions.ts'

/** The HTTP methods of the shop's endpoints. */
export type Method = 'GET' | 'POST'

/**
 * The limit of one client: at most `calls` in `windowMs` milliseconds (times the configured factor). It is counted in
 * the database for all processes, or in each process's memory where a database row per call would cost too much. A
 * client is a network address, or, by `scope`, the signed-in account at any address.
 */
export type Limit = Readonly<{ calls: number; windowMs: number; counted?: 'in_memory'; scope?: 'account' }>

/**
 * The page with a plain form for an endpoint, which works without scripts. The browser posts the fields to the page's
 * own address. After success it is redirected to `done`, or the page is rendered again; after a failure the page is
 * rendered with the input. A form of another site is refused, unless `fromAnywhere`: then a secret in the address
 * authorizes the call. `{parts}` of the page's address can be used in `done`, too.
 */
export type FormSpec = Readonly<{ page: `/${string}`; done?: `/${string}`; fromAnywhere?: true }>

/** A refused form: its input and its error. */
export type RejectedForm = Readonly<{
  values: Readonly<Record<string, string>>
  status: number
  code: string
  message: string
  details?: unknown
}>

/** The permission that a call needs, by the type of the business's account. Other types cannot call. */
export type PermissionAccess = { readonly [Type in ActorType]?: PermissionOf<Type> }

/**
 * The access to an endpoint. `public`: anyone, no token is read. `optional`: anyone, a token identifies the account,
 * and an invalid one is refused. `signed_in`: every account, for itself. Otherwise the members of businesses of the
 * named types whose roles have the permission (`#core/permissions.ts`).
 */
export type Access = 'public' | 'optional' | 'signed_in' | PermissionAccess

/**
 * The input and output of an endpoint, as data. The server validates and documents calls by it, and the web takes its
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
  /** The format of the body, JSON by default: `bytes` for a file, `stream` for one that is not held in memory. */
  takes?: 'bytes' | 'stream'
  answer: z.ZodType
  refusals?: readonly string[]
  limit?: Limit
  maxBytes?: number
  form?: FormSpec
  /**
   * Permits a replica of the database to answer, as the call only reads, and concerns neither money nor signing in.
   * `true`: it may be a second behind the changes of others. `current`: it shows all that was committed when the call
   * arrived.
   */
  readsReplica?: true | 'current'
  /**
   * Requires that the password was entered recently in this session (`/users/confirmPassword`), because the call
   * moves money.
   */
  confirmed?: true
}>

/** The access to what everyone sees alike, which a replica of the database may answer. */
export const PUBLIC_READ = { access: 'public', readsReplica: true } as const

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
