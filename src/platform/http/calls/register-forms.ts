import { AppError } from '#core/errors.ts'
import type { LogFailure } from '../server/failure-log.ts'
import type { FormSpec, PostedForm } from './endpoint.ts'
import { failure, type FailureBody } from './failure.ts'
import { readForm } from './read-body.ts'
import { answerCall, type HttpEnv, type RouteMachinery } from './register-routes.ts'
import type { Route } from './route.ts'
import type { Context, Hono } from 'hono'

/** What answering forms needs besides: `draw` gives the page of a request, or nothing before there are pages. */
export type FormMachinery = RouteMachinery &
  Readonly<{
    publicUrl: string
    logFailure: LogFailure
    draw(request: Request, posted?: PostedForm): Promise<Response | undefined>
  }>

/** Makes the pages of routes that have a form take it: whoever has no script, or not yet, is answered with a page. */
export function registerForms(app: Hono<HttpEnv>, routes: readonly Route[], machinery: FormMachinery): void {
  for (const item of routes) {
    const { form } = item.spec
    if (form) app.post(form.page.replaceAll(PARTS, ':$1'), (c) => answerForm({ item, form }, c, machinery))
  }
}

async function answerForm(
  { item, form }: { item: Route; form: FormSpec },
  c: Context<HttpEnv>,
  machinery: FormMachinery,
): Promise<Response> {
  let values: Record<string, string> = {}
  const read = async (request: Request, maxBytes?: number) => (values = await readForm(request, maxBytes))
  try {
    if (!form.fromAnywhere && !isOwnForm(c.req.raw.headers, machinery.publicUrl)) throw foreignForm()
    await answerCall(item, c, { ...machinery, read })
  } catch (error) {
    const requestId = c.get('requestId')
    machinery.logFailure(error, requestId, 'a form failed')
    return drawRefused({ error, values }, c, machinery)
  }
  if (form.done !== undefined) return c.redirect(doneOf(form.done, c), 303)
  return (await machinery.draw(asReading(c.req.raw))) ?? c.json({ success: true })
}

/** The parts of an address that differ from page to page. */
const PARTS = /\{(\w+)\}/g

/** Where to go on to, with the parts of the page's own address in it. */
function doneOf(done: string, c: Context<HttpEnv>): string {
  return done.replaceAll(PARTS, (_, name: string) => encodeURIComponent(c.req.param(name) ?? ''))
}

/** The page once more, with what was typed and why it was refused. */
async function drawRefused(
  { error, values }: { error: unknown; values: Readonly<Record<string, string>> },
  c: Context<HttpEnv>,
  machinery: FormMachinery,
): Promise<Response> {
  const refusal = failure(error, c.get('requestId'))
  const { code, message, details }: FailureBody = await refusal.clone().json()
  const posted: PostedForm = { values, status: refusal.status, code, message, details }
  return (await machinery.draw(asReading(c.req.raw), posted)) ?? refusal
}

/** The request as if the page were only looked at: what was posted has been dealt with. */
function asReading({ url, headers }: Request): Request {
  const encoding = headers.get('accept-encoding')
  return new Request(url, encoding === null ? {} : { headers: { 'accept-encoding': encoding } })
}

function foreignForm(): AppError {
  return new AppError('forbidden', 'foreign_form', 'Please send the form from this page once more.')
}

/**
 * Whether a posted form comes from a page of this shop (`publicUrl`), as the browser itself says: by `Sec-Fetch-Site`,
 * or where it does not say that (plain http), by `Origin`. Who says neither is no browser, and could claim anything.
 */
function isOwnForm(headers: Headers, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  if (origin === null) return true
  return origin === new URL(publicUrl).origin || hostOf(origin) === headers.get('host')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
