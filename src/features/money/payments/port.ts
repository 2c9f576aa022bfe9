import type { PaymentMethod } from './contract.ts'

/** How a method can be refunded: never, only in full, once in part, or in many parts. */
export type RefundSupport = 'none' | 'full' | 'partial' | 'many'

/**
 * A provider's support of one method in some currencies. A method may have several rows, one for each smallest amount. Amounts in
 * minor units.
 */
export type Capability = Readonly<{
  method: PaymentMethod
  /** ISO 4217, upper case. */
  currencies: readonly string[] | 'any'
  min: number
  max: number
  refunds: RefundSupport
  /** The number of days after the payment in which it can be refunded; undefined without a limit. */
  refundDays: number | undefined
  /** Whether the payer's bank may charge the money back. */
  chargebacks: boolean
  /** Whether the money is captured with the payment, or may be authorised first and captured later. */
  capture: 'at_once' | 'later'
}>

/**
 * The data for a provider to collect a payment. `reference` is our transaction id; URLs are absolute. `requestedAt`
 * belongs to the reference, so that a retry sends an identical request; `payableUntil` is when the order expires.
 * `description` tells the payer what the payment is for.
 */
export type PaymentRequest = Readonly<{
  reference: string
  method: PaymentMethod
  currency: string
  amount: number
  description: string
  payerEmail: string
  redirectUrl: string
  backUrl: string
  notifyUrl: string
  requestedAt: Date
  payableUntil: Date
}>

/** A payment page at the provider: its own id of the payment, and the URL for the shopper. */
export type StartedPayment = Readonly<{ providerRef: string; paymentUrl: string }>

/** A request to reopen a page that was opened for this amount, by the provider's id and our reference. */
export type ReopenRequest = Readonly<
  Pick<PaymentRequest, 'reference' | 'currency' | 'amount' | 'redirectUrl' | 'backUrl'> & {
    providerRef: string
  }
>

/** A payment as the provider knows it. `receiptId` identifies the received money, always with the same value. */
export type ProviderPayment = Readonly<{
  providerRef: string
  reference: string
  currency: string
  amount: number
  state: 'pending' | 'paid' | 'failed' | 'cancelled'
  receiptId: string | undefined
}>

/**
 * A refund. `refundId` is ours and the idempotency key: the same one refunds money once. The payment is identified by
 * our `reference`, its `providerRef` and the `receiptId` of the money; `paid` is the amount of that money.
 */
export type RefundRequest = Readonly<{
  refundId: string
  reference: string
  providerRef: string
  receiptId: string
  method: PaymentMethod
  currency: string
  amount: number
  paid: number
  /** How often the provider has definitely refused it; each retry is a new request to the provider. */
  refusals: number
}>

/**
 * Marks an error of `refund` that occurred before the request was sent, so that a retry cannot refund twice. It is in
 * the error's details.
 */
export const NOT_REQUESTED = { isRequested: false } as const

/**
 * A refund as the provider knows it. `refundId` is undefined for one made by hand at the provider. A succeeded refund
 * may fail later, if the payer's bank returns the money; a failed one stays failed.
 */
export type ProviderRefund = Readonly<{
  providerRefundId: string
  refundId: string | undefined
  receiptId: string
  currency: string
  amount: number
  state: 'pending' | 'succeeded' | 'failed'
  /** Why it failed, in the provider's term. */
  reason: string | undefined
}>

/**
 * A dispute, by which the payer's bank claims money back. An `inquiry` is only a question, and no money has moved; from
 * `open` on the amount is gone until the dispute is won. `fee` is what the provider has charged for it so far, in
 * `feeCurrency`.
 */
export type ProviderDispute = Readonly<{
  disputeId: string
  receiptId: string
  currency: string
  amount: number
  fee: number
  feeCurrency: string
  state: 'inquiry' | 'open' | 'won' | 'lost'
  /** The bank's reason, in the provider's term. */
  reason: string
  /** Until when evidence may be sent. */
  respondBy: Date | undefined
}>

/**
 * The content of a webhook event. Providers send more kinds than we need; those have no content here, but are stored
 * too.
 */
export type PaymentWebhookContent =
  | Readonly<{ about: 'payment'; payment: ProviderPayment }>
  | Readonly<{ about: 'refund'; refund: ProviderRefund }>
  | Readonly<{ about: 'dispute'; dispute: ProviderDispute }>
  | Readonly<{ about: 'nothing' }>

/**
 * A webhook event with a valid signature: the provider's id of the event, and its content. `storedBody` is stored
 * instead of the event if the event contains more than may be stored.
 */
export type PaymentWebhookEvent = Readonly<{ eventId: string; storedBody?: string }> & PaymentWebhookContent

/** A payment provider's interface; src/connectors has one folder for each. */
export type PaymentProvider = Readonly<{
  name: string
  /** The methods it accepts, with their currencies and amounts, and how their money can be refunded. */
  capabilities: readonly Capability[]
  /**
   * Opens a payment page, once for a reference; some providers do not enforce that. Throws `refused` or `unavailable`.
   */
  start(request: PaymentRequest): Promise<StartedPayment>
  /**
   * Reopens a page that can still be paid and returns to the same URLs; undefined otherwise. A provider without this
   * function opens another page each time.
   */
  reopen?(page: ReopenRequest): Promise<StartedPayment | undefined>
  /** Closes a page, so that it can no longer be paid; does nothing for a page that is over. Throws `unavailable`. */
  close?(providerRef: string): Promise<void>
  /**
   * Returns the payment with the provider's id, or with our reference when no id is known; undefined for an unknown
   * one.
   */
  find(by: { providerRef: string } | { reference: string }): Promise<ProviderPayment | undefined>
  /**
   * Refunds money, once for a `refundId`. A provider whose `findRefund` returns `cannot_tell` does not know such ids,
   * and may only be called once: record the call first. Throws `refused` with code `refund_refused` when it will never
   * refund (then an operator has to), and `unavailable` when the outcome is unknown: retry with the same request.
   */
  refund(request: RefundRequest): Promise<ProviderRefund>
  /**
   * Returns the state of a refund; `none` when the provider definitely has not received it, `cannot_tell` when it does
   * not report that.
   */
  findRefund(request: RefundRequest): Promise<ProviderRefund | 'none' | 'cannot_tell'>
  /**
   * Parses a webhook event, and queries the provider if its signature alone is no proof. Throws `invalid` with code
   * `bad_signature` when it is not from the provider.
   */
  parseWebhookEvent(
    body: string,
    header: (name: string) => string | undefined,
    now: Date,
  ): PaymentWebhookEvent | Promise<PaymentWebhookEvent>
}>
