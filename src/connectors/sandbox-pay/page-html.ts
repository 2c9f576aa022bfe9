import { html } from 'hono/html'
import { formatMoney } from '#core/money.ts'
import type { SandboxPayment } from './payment-queries.ts'

const METHOD_NAMES: Readonly<Record<string, string>> = {
  vm: 'Credit or debit card',
  discover: 'Diners Club / Discover',
  paynow: 'PayNow QR',
  upop: 'UnionPay',
  alipay: 'Alipay',
}

/** The outcomes that the tester can choose, with their values in the form. */
export const ACTIONS = [
  { value: 'pay', label: 'Pay', hint: 'The payment succeeds and the shop is notified.' },
  { value: 'decline', label: 'Decline', hint: 'The bank declines the payment.' },
  { value: 'cancel', label: 'Cancel', hint: 'Return to the shop without paying.' },
  {
    value: 'late',
    label: 'Pay late',
    hint: 'The payment succeeds after 20 minutes, when the reservation has expired.',
  },
  { value: 'twice', label: 'Pay, notify twice', hint: 'The same webhook is sent twice.' },
  {
    value: 'silent',
    label: 'Pay, never notify',
    hint: 'The webhook is lost, so the shop has to look up the payment.',
  },
] as const

/** The style sheet of the sandbox's pages; served separately, so that no inline style is needed. */
export const STYLE = `
:root { color-scheme: light; font: 16px/1.5 'Instrument Sans', 'Helvetica Neue', Arial, sans-serif; color: #1c1a17; }
body { margin: 0; background: #e9edf0; min-height: 100vh; display: grid; place-items: start center; }
main { background: #fff; margin: 6vh 16px; max-width: 440px; width: calc(100% - 32px); box-sizing: border-box; padding: 32px 28px; border-radius: 6px; box-shadow: 0 1px 2px #0002, 0 12px 40px #1c1a1714; }
h1 { font-size: 1.25rem; margin: 0 0 4px; }
.tag { display: inline-block; background: #1d3b53; color: #fff; font-size: .75rem; letter-spacing: .06em; padding: 2px 8px; border-radius: 3px; margin-bottom: 20px; }
.amount { font-size: 2.25rem; font-variant-numeric: tabular-nums; margin: 12px 0 4px; }
.quiet { color: #5d6670; font-size: .875rem; margin: 0 0 20px; overflow-wrap: anywhere; }
form { display: grid; gap: 10px; margin: 0; }
button { font: inherit; text-align: left; padding: 12px 16px; border: 1px solid #c6ced4; border-radius: 4px; background: #fff; color: inherit; cursor: pointer; }
button span { display: block; color: #5d6670; font-size: .8125rem; }
button[value=pay] { background: #1d3b53; border-color: #1d3b53; color: #fff; }
button[value=pay] span { color: #d5e0e8; }
button:hover { border-color: #1d3b53; }
button:focus-visible, a:focus-visible { outline: 3px solid #3b7ea8; outline-offset: 2px; }
a { color: #1d3b53; }
`

/** Renders the provider's payment page, with the outcome if it is decided. */
export function renderPaymentPage(payment: SandboxPayment) {
  return renderPage(
    'Sandbox payment',
    html`<p class="tag">SANDBOX · no money moves</p>
      <h1>${METHOD_NAMES[payment.method] ?? payment.method}</h1>
      <p class="amount">${formatMoney(payment.amount, payment.currency)}</p>
      <p class="quiet">${payment.currency} · reference ${payment.reference}</p>
      ${payment.state === 'open' ? renderActions() : renderDecided(payment)}`,
  )
}

/** Renders the page of an address without a payment. */
export function renderNotFoundPage() {
  return renderPage(
    'No such payment',
    html`<h1>No such payment</h1>
      <p class="quiet">This payment page does not exist.</p>`,
  )
}

function renderActions() {
  return html`<form method="post">
    ${ACTIONS.map(
      ({ value, label, hint }) =>
        html`<button name="action" value="${value}">${label}<span>${hint}</span></button>`,
    )}
  </form>`
}

function renderDecided({ state, redirectUrl }: SandboxPayment) {
  return html`<p>This payment is decided: <strong>${state}</strong>.</p>
    <p><a href="${redirectUrl}">Back to the shop</a></p>`
}

function renderPage(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/payments/sandbox/style.css" />
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`
}
