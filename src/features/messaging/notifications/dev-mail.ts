import { Hono, type Context } from 'hono'
import { html, raw } from 'hono/html'
import type { Database } from '#database/database.ts'
import { listEmails, type StoredEmail } from './queries.ts'

const MAX_LISTED = 100

/** Emails contain their own styles, and run no scripts. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src *"

/**
 * Creates the development outbox: `/dev/mail` for browsers, `/dev/mail.json?to=ADDRESS` for programs. Programs read the
 * newest email first: subject, text, html, links. The app mounts it only outside production, because emails grant
 * access to accounts and orders.
 */
export function createDevMail(db: Database): Hono {
  const app = new Hono()
  app.get('/mail.json', async (c) => {
    const emails = await listEmails(db, readAddress(c), MAX_LISTED)
    return c.json(emails.map(toEmailJson), 200, { 'cache-control': 'no-store' })
  })
  app.get('/mail', async (c) =>
    c.html(renderList(await listEmails(db, readAddress(c), MAX_LISTED)), 200, {
      'content-security-policy': CONTENT_POLICY,
    }),
  )
  app.get('/mail/:id', async (c) => {
    const email = (await listEmails(db, undefined, MAX_LISTED)).find(
      ({ id }) => String(id) === c.req.param('id'),
    )
    if (!email) return c.notFound()
    return c.html(raw(email.html), 200, { 'content-security-policy': CONTENT_POLICY })
  })
  return app
}

/** The recipient to list. The database does not accept NUL. */
function readAddress(c: Context): string | undefined {
  return c.req.query('to')?.replaceAll('\0', '')
}

function toEmailJson({ recipient, subject, text, html: body, ...more }: StoredEmail) {
  const { state, createdAt, replyTo, unsubscribeUrl } = more
  return {
    to: recipient,
    subject,
    text,
    html: body,
    links: listLinks(body),
    state,
    createdAt,
    ...(replyTo ? { replyTo } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  }
}

/** Lists the addresses that the email's HTML links to, in order. */
function listLinks(body: string): string[] {
  return [...body.matchAll(/href="(https?:[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
}

function renderList(emails: readonly StoredEmail[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Outbox</title>
        <style>
          :root {
            color-scheme: light dark;
            font:
              17px/1.6 system-ui,
              sans-serif;
          }
          main {
            max-width: 44rem;
            margin: 3rem auto;
            padding: 0 1.25rem;
            overflow-wrap: anywhere;
          }
          ul {
            list-style: none;
            padding: 0;
          }
          li {
            padding: 0.9rem 0;
            border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent);
          }
          small {
            opacity: 0.75;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>Outbox</h1>
          <p>Emails of this marketplace, newest first. They stay here unless SMTP is configured.</p>
          ${emails.length === 0 ? html`<p>No emails yet.</p>` : ''}
          <ul>
            ${emails.map(
              ({ id, subject, recipient, createdAt, state }) =>
                html`<li>
                  <a href="/dev/mail/${id}">${subject}</a><br /><small
                    >to ${recipient}, ${createdAt.toISOString()}, ${state}</small
                  >
                </li>`,
            )}
          </ul>
        </main>
      </body>
    </html>`
}
