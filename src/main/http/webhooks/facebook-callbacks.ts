import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { readSignedRequest } from '#connectors/facebook-sign-in/signed-request.ts'
import type { Database } from '#database/database.ts'
import type { AccountDesk } from '#features/identity/accounts/port.ts'
import { leaveProvider } from '#features/identity/accounts/service.ts'
import { MINUTE } from '#core/time.ts'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import type { Limiter } from '#platform/http/limits/limits.ts'
import { readForm } from '#platform/http/calls/read-body.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'

/** What taking Facebook's callbacks needs. */
export type CallbackSetup = Readonly<{
  db: Database
  appSecret: string
  desk: AccountDesk
  clock: () => Date
  limiter: Limiter
}>

/** Facebook calls once a person; it calls from few addresses. */
const CALLS: Limit = { calls: 300, windowMs: MINUTE }

/** A signed request is a few hundred bytes. */
const MAX_BYTES = 8 * 1024

/**
 * What Meta asks of an app, under `/users/facebook`: to hear when somebody removes it (`deauthorise`), and to delete somebody's
 * data when they ask for that there (`deletion`), with an address at which they see that it was done.
 */
export function facebookCallbacks({ db, appSecret, desk, clock, limiter }: CallbackSetup): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  async function takeIn(request: Request, client: string): Promise<void> {
    const now = clock()
    await limiter({ name: 'facebook callbacks', client, limit: CALLS, now })
    const { signed_request: signed = '' } = await readForm(request, MAX_BYTES)
    const { subject, issuedAt } = readSignedRequest(signed, appSecret)
    await leaveProvider(db, { provider: 'facebook', subject }, { saidAt: issuedAt, desk, now })
  }

  app.post('/deauthorise', async (c) => {
    await takeIn(c.req.raw, c.get('client'))
    return c.json({ success: true, message: 'noted' })
  })

  app.post('/deletion', async (c) => {
    await takeIn(c.req.raw, c.get('client'))
    const code = newCode(appSecret)
    return c.json({ url: `${desk.publicUrl}/users/facebook/deletion/${code}`, confirmation_code: code })
  })

  app.get('/deletion/:code', (c) =>
    isCode(c.req.param('code'), appSecret) ? c.html(DONE) : c.html(UNKNOWN, 404),
  )
  return app
}

/**
 * A code for what has been done already: random, and signed, so that it is known again without being kept anywhere, and says
 * nothing of whom it was about.
 */
function newCode(appSecret: string): string {
  const random = randomBytes(8).toString('hex')
  return random + signatureOf(random, appSecret)
}

function isCode(code: string, appSecret: string): boolean {
  if (!/^[0-9a-f]{48}$/.test(code)) return false
  const [random, signature] = [code.slice(0, 16), code.slice(16)]
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(random, appSecret)))
}

function signatureOf(random: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(`deletion ${random}`).digest('hex').slice(0, 32)
}

const DONE = page(
  'It is deleted',
  'We have forgotten who you are at Facebook. If you have an account here, it is still there: sign in with a code that we mail to you, and close it under your dashboard.',
)

const UNKNOWN = page('No such request', 'We know of no request under this code.')

function page(title: string, text: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Cabochon</title>` +
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"></head>' +
    `<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Back to home</a></p></main></body></html>`
  )
}
