import type { Database } from '#database/database.ts'
import type { Actor } from './actor.ts'
import type { EndpointResponse, EndpointSpec, Limit, ParsedInput } from './endpoint.ts'

/** The context of a call's handler besides its input. `now` is the moment the call came in. */
export type RequestContext = Readonly<{
  db: Database
  now: Date
  requestId: string
  /** Who calls, for limits: the address of the client. */
  client: string
  /** The signed-in user, where the endpoint looks at tokens. */
  actor: Actor | undefined
  /**
   * Counts the call against a further limit of that name; throws `too_many_requests`. It is counted for the client,
   * or for `subject`: an account or an email address.
   */
  count(name: string, limit: Limit, subject?: string): Promise<void>
  /** The call's own request headers, lower-case names. */
  header(name: string): string | undefined
}>

/** The input of a call by the access of its endpoint: with an account where sign-in is required. */
export type EndpointContext<Spec extends EndpointSpec> = Spec['access'] extends 'public' | 'optional'
  ? RequestContext
  : RequestContext & Readonly<{ actor: Actor }>

/** An endpoint with what answers it, as `registerRoutes` takes it. */
export type Route = Readonly<{
  spec: EndpointSpec
  handle(input: ParsedInput<EndpointSpec>, context: RequestContext): Promise<unknown>
}>

/**
 * Binds a handler to an endpoint. The handler is given the parsed input and answers the declared shape,
 * or a finished Response (a stream, JSON that the database has built).
 */
export function route<const Spec extends EndpointSpec>(
  spec: Spec,
  handle: (
    input: ParsedInput<Spec>,
    context: EndpointContext<Spec>,
  ) => Promise<EndpointResponse<Spec> | Response>,
): Route {
  // The input was parsed by this very spec, and the caller let in by it, so both have the shape the handler expects.
  return { spec, handle: handle as Route['handle'] }
}

/** Returns a successful answer: `success`, a message for people, and the fields of the endpoint. */
export function ok<Fields extends object>(
  message: string,
  fields: Fields,
): Fields & { success: true; message: string } {
  return { success: true, message, ...fields }
}
