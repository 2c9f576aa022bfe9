import { html } from 'hono/html'
import type { FakePayment } from './fake-payments.ts'

const CHOICES = [
  { value: 'pay', label: 'Pay' },
  { value: 'decline', label: 'Decline' },
  { value: 'wait', label: 'Pay by a slow wallet' },
  { value: 'cancel', label: 'Cancel' },
] as const

/** The buttons of the page. */
export type Choice = (typeof CHOICES)[number]['value']

/** Renders the page to which shoppers are redirected; a decided or expired payment stays so. */
export function renderHostedPage({ state, request }: FakePayment, isExpired: boolean) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <link rel="icon" href="data:," />
        <title>Secure payment</title>
      </head>
      <body>
        <main>
          <h1>Order ${request['order_id']}</h1>
          <p>${request['ccy']} ${request['amount']}</p>
          ${
            state === 'open' && !isExpired
              ? html`<form method="post">
                  ${CHOICES.map(({ value, label }) => html`<button name="choice" value="${value}">${label}</button>`)}
                </form>`
              : html`<p>This payment cannot be made any more.</p>`
          }
        </main>
      </body>
    </html>`
}
