import { html } from 'hono/html'
import type { FakeSession } from './objects.ts'

/** Renders the hosted page: the amount, and a button for each action of a payer. */
export function renderCheckoutPage(session: FakeSession, message = '') {
  const price = `${session.currency.toUpperCase()} ${session.amount}`
  return renderLayout(html`
    <h1>${session.item}</h1>
    <p>${price} · ${session.methods.join(', ')}</p>
    ${message && html`<p role="alert">${message}</p>`}
    <form method="post">
      <button name="action" value="pay">Pay</button>
      <button name="action" value="decline">Decline</button>
      <button name="action" value="begin">Pay, the money comes later</button>
      <button name="action" value="cancel">Back to the shop</button>
    </form>
  `)
}

/** Renders the payment page after it has expired. */
export function renderExpiredPage() {
  return renderLayout(html`<h1>This page is over</h1>`)
}

function renderLayout(content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Checkout</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`
}
