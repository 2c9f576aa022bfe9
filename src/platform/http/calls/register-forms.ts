import { AppError } from '#core/errors.ts'
import type { LogFailure } from '../server/failure-log.ts'
import type { FormSpec, RejectedForm } from './endpoint.ts'
import { toFailureResponse, type FailureBody } from './failure.ts'
import { readForm } from './read-body.ts'
import { answerCall, type HttpEnv, type RouteDeps } from './register-routes.ts'
import type { Route } from './route.ts'
import type { Context, Hono } from 'hono'

/** The renderer of form responses: `draw` returns the page of a request, or undefined before pages exist. */
export type FormDeps = RouteDeps &
  Readonly<{
    publicUrl: string
    logFailure: LogFailure
    draw(request: Request, rejectedForm?: RejectedForm): Promise<Response | undefined>
  }>

/**
 * Registers the forms of routes that have one: browsers without scripts, or before hydration, get a page as response.
 */
export function registerForms(app: Hono<HttpEnv>, routes: readonly Route[], deps: FormDeps): void {
  for (const item of routes) {
    const { form } = item.spec
    if (form)
      app.post(form.page.replaceAll(PATH_PARAMETERS, ':$1'), (c) => answerForm({ item, form }, c, deps))
  }
}

async function answerForm(
  { item, form }: { item: Route; form: FormSpec },
  c: Context<HttpEnv>,
  deps: FormDeps,
): Promise<Response> {
  let values: Record<string, string> = {}
  const read = async (request: Request, maxBytes?: number) => (values = await readForm(request, maxBytes))
  try {
    if (!form.fromAnywhere && !isSameOriginForm(c.req.raw.headers, deps.publicUrl))
      throw crossOriginFormError()
    await answerCall(item, c, { ...deps, read })
  } catch (error) {
    const requestId = c.get('requestId')
    deps.logFailure(error, requestId, 'a form failed')
    return renderRejectedForm({ error, values }, c, deps)
  }
  if (form.done !== undefined) return c.redirect(getRedirect(form.done, c), 303)
  return (await deps.draw(asGetRequest(c.req.raw))) ?? c.json({ success: true })
}

/** The variable parts of an address. */
const PATH_PARAMETERS = /\{(\w+)\}/g

/** Returns the redirect's address, with the parts of the page's own address filled in. */
function getRedirect(redirectTo: string, c: Context<HttpEnv>): string {
  return redirectTo.replaceAll(PATH_PARAMETERS, (_, name: string) =>
    encodeURIComponent(c.req.param(name) ?? ''),
  )
}

/** Renders the page again, with the input and the reason for the refusal. */
async function renderRejectedForm(
  { error, values }: { error: unknown; values: Readonly<Record<string, string>> },
  c: Context<HttpEnv>,
  deps: FormDeps,
): Promise<Response> {
  const refusal = toFailureResponse(error, c.get('requestId'))
  const { code, message, details }: FailureBody = await refusal.clone().json()
  const rejectedForm: RejectedForm = { values, status: refusal.status, code, message, details }
  return (await deps.draw(asGetRequest(c.req.raw), rejectedForm)) ?? refusal
}

/** Returns the request as a GET of the page, because the post was already processed. */
function asGetRequest({ url, headers }: Request): Request {
  const encoding = headers.get('accept-encoding')
  return new Request(url, encoding === null ? {} : { headers: { 'accept-encoding': encoding } })
}

function crossOriginFormError(): AppError {
  return new AppError('forbidden', 'foreign_form', 'Please submit the form again from this page.')
}

/**
 * Returns whether a posted form comes from a page of this shop (`publicUrl`). The browser states it in
 * `Sec-Fetch-Site`, or without that header (plain http) in `Origin`. A client without either is not a browser, and
 * could claim anything.
 */
function isSameOriginForm(headers: Headers, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  if (origin === null) return true
  return origin === new URL(publicUrl).origin || getHost(origin) === headers.get('host')
}

function getHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
