import type { Database } from '#database/database.ts'
import type { Actor } from './actor.ts'
import type { EndpointResponse, EndpointSpec, Limit, ParsedInput } from './endpoint.ts'

/** The context of a call's handler besides its input. `now` is the time at which the call arrived. */
export type RequestContext = Readonly<{
  db: Database
  now: Date
  requestId: string
  /** The address of the client, for limits. */
  client: string
  /** The signed-in user, if the endpoint reads tokens. */
  actor: Actor | undefined
  /**
   * Counts the call against a further limit of that name; throws `too_many_requests`. It counts for the client, or
   * for `subject`: an account or an email address.
   */
  count(name: string, limit: Limit, subject?: string): Promise<void>
  /** Returns a header of the request by its lower-case name. */
  header(name: string): string | undefined
}>

/** The context of a call by the access of its endpoint: it has an account if the endpoint requires sign-in. */
export type EndpointContext<Spec extends EndpointSpec> = Spec['access'] extends 'public' | 'optional'
  ? RequestContext
  : RequestContext & Readonly<{ actor: Actor }>

/** An endpoint with its handler, for `registerRoutes`. */
export type Route = Readonly<{
  spec: EndpointSpec
  handle(input: ParsedInput<EndpointSpec>, context: RequestContext): Promise<unknown>
}>

/**
 * Binds a handler to an endpoint. The handler gets the parsed input and returns the declared shape, or a finished
 * Response (a stream, or JSON built in the database).
 */
export function route<const Spec extends EndpointSpec>(
  spec: Spec,
  handle: (
    input: ParsedInput<Spec>,
    context: EndpointContext<Spec>,
  ) => Promise<EndpointResponse<Spec> | Response>,
): Route {
  // The same spec parsed the input and authorized the caller, so both have the type that the handler expects.
  return { spec, handle: handle as Route['handle'] }
}

/** Returns a successful answer: `success`, a message for people, and the fields of the endpoint. */
export function ok<Fields extends object>(
  message: string,
  fields: Fields,
): Fields & { success: true; message: string } {
  return { success: true, message, ...fields }
}
