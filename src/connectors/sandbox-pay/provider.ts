import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { withAsyncCommit, type Database } from '#database/database.ts'
import { invalid } from '#core/errors.ts'
import type { Capability, PaymentProvider, ProviderPayment } from '#features/money/payments/port.ts'
import { findSandboxPayment, openPayment, type SandboxPayment } from './payment-queries.ts'
import { fromSandboxRefund, findSandboxRefund, refundSandboxPayment } from './refunds.ts'
import { checkSandboxSignature, SANDBOX_SIGNATURE_HEADER } from './signature.ts'

/** The provider's name in the path of its webhook events: `/payments/notify/sandbox`. */
export const SANDBOX = 'sandbox'

/** The content of a webhook event as it is sent. */
export const SandboxWebhookEvent = z.object({
  event_id: z.string().min(1).max(100),
  transaction_id: z.string().min(1).max(100),
  reference: z.string().min(1).max(100),
  currency: z.string().length(3),
  amount: z.int().positive(),
  status: z.enum(['pending', 'paid', 'failed', 'cancelled']),
})

/** The dependencies of the sandbox: its database, its signing secret, its page's address, and the time. */
export type Sandbox = Readonly<{ db: Database; secret: string; publicUrl: string; clock: () => Date }>

/** The capabilities of the sandbox, which supports everything; real providers list their own limits. */
const CAPABILITIES: readonly Capability[] = (['vm', 'discover', 'paynow', 'upop', 'alipay'] as const).map(
  (method) => ({
    method,
    currencies: 'any',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    refunds: 'many',
    refundDays: undefined,
    chargebacks: false,
    capture: 'at_once',
  }),
)

/** Returns the sandbox payment provider. */
export function sandboxPay({ db, secret, publicUrl, clock }: Sandbox): PaymentProvider {
  return {
    name: SANDBOX,
    capabilities: CAPABILITIES,
    async start(request) {
      const opened = await openPayment(
        withAsyncCommit(db),
        { ...request, id: `sbx_${randomUUID().replaceAll('-', '')}` },
        clock(),
      )
      return { providerRef: opened.id, paymentUrl: `${publicUrl}/payments/sandbox/${opened.id}` }
    },
    async find(by) {
      const payment = await findSandboxPayment(db, by)
      return payment && fromSandboxPayment(payment)
    },
    refund: (request) => refundSandboxPayment(db, request, clock()),
    async findRefund({ refundId }) {
      const refund = await findSandboxRefund(db, refundId)
      return refund ? fromSandboxRefund(refund) : 'none'
    },
    parseWebhookEvent(body, header, now) {
      checkSandboxSignature(body, header(SANDBOX_SIGNATURE_HEADER), { secret, now })
      const event = SandboxWebhookEvent.safeParse(parseJson(body))
      if (!event.success) throw invalid('bad_webhook_event', 'The webhook can’t be read.')
      const { event_id, transaction_id, reference, currency, amount, status } = event.data
      const receiptId = status === 'paid' ? transaction_id : undefined
      return {
        eventId: event_id,
        about: 'payment',
        payment: { providerRef: transaction_id, reference, currency, amount, state: status, receiptId },
      }
    },
  }
}

const STATE = {
  open: 'pending',
  late: 'pending',
  paid: 'paid',
  declined: 'failed',
  cancelled: 'cancelled',
} as const

/** Converts a sandbox payment for the shop's port. */
export function fromSandboxPayment(payment: SandboxPayment): ProviderPayment {
  const state = STATE[payment.state]
  return {
    providerRef: payment.id,
    reference: payment.reference,
    currency: payment.currency,
    amount: payment.amount,
    state,
    receiptId: state === 'paid' ? payment.id : undefined,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
