import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { readSignedRequest } from '#connectors/facebook-sign-in/facebook-sign-in.ts'
import type { Database } from '#database/database.ts'
import type { AccountDeps } from '#features/identity/accounts/port.ts'
import { unlinkProvider } from '#features/identity/accounts/service.ts'
import { MINUTE } from '#core/time.ts'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import type { Limiter } from '#platform/http/limits/limits.ts'
import { readForm } from '#platform/http/calls/read-body.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'

/** The dependencies of Facebook's callbacks. */
export type FacebookCallbackDeps = Readonly<{
  db: Database
  appSecret: string
  deps: AccountDeps
  clock: () => Date
  limiter: Limiter
}>

/** The limit of callbacks: Facebook calls once per user, from few addresses. */
const CALLBACK_LIMIT: Limit = { calls: 300, windowMs: MINUTE }

/** The maximum size; a signed request has a few hundred bytes. */
const MAX_BYTES = 8 * 1024

/**
 * Returns the routes for Meta's callbacks under `/users/facebook`. Meta reports that a user removed the app
 * (`deauthorise`) or requested the deletion of their data (`deletion`), and gets a URL that confirms it.
 */
export function facebookCallbacks({
  db,
  appSecret,
  deps,
  clock,
  limiter,
}: FacebookCallbackDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  async function applyDeletionRequest(request: Request, client: string): Promise<void> {
    const now = clock()
    await limiter({ name: 'facebook callbacks', client, limit: CALLBACK_LIMIT, now })
    const { signed_request: signed = '' } = await readForm(request, MAX_BYTES)
    const { subject, issuedAt } = readSignedRequest(signed, appSecret)
    await unlinkProvider(db, { provider: 'facebook', subject }, { reportedDeliveredAt: issuedAt, deps, now })
  }

  app.post('/deauthorise', async (c) => {
    await applyDeletionRequest(c.req.raw, c.get('client'))
    return c.json({ success: true, message: 'noted' })
  })

  app.post('/deletion', async (c) => {
    await applyDeletionRequest(c.req.raw, c.get('client'))
    const code = createConfirmationCode(appSecret)
    return c.json({ url: `${deps.publicUrl}/users/facebook/deletion/${code}`, confirmation_code: code })
  })

  app.get('/deletion/:code', (c) =>
    isConfirmationCode(c.req.param('code'), appSecret)
      ? c.html(DELETED_PAGE)
      : c.html(UNKNOWN_CODE_PAGE, 404),
  )
  return app
}

/**
 * Returns a confirmation code of a deletion. It is random and signed, so that it is verified without being stored,
 * and does not reveal the account.
 */
function createConfirmationCode(appSecret: string): string {
  const random = randomBytes(8).toString('hex')
  return random + sign(random, appSecret)
}

function isConfirmationCode(code: string, appSecret: string): boolean {
  if (!/^[0-9a-f]{48}$/.test(code)) return false
  const [random, signature] = [code.slice(0, 16), code.slice(16)]
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(random, appSecret)))
}

function sign(random: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(`deletion ${random}`).digest('hex').slice(0, 32)
}

const DELETED_PAGE = renderPage(
  'Your data is deleted',
  'We deleted your Facebook connection. Your account here stays open. To close it, sign in with an emailed code and go to your dashboard.',
)

const UNKNOWN_CODE_PAGE = renderPage('No such request', 'There is no deletion request with this code.')

function renderPage(title: string, text: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Cabochon</title>` +
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"></head>' +
    `<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Back to home</a></p></main></body></html>`
  )
}
