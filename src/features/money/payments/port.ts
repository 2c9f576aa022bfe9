import type { PaymentMethod } from './contract.ts'

/** How a method can be refunded: not, only as a whole, in part once, or in any parts. */
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
  /** How many days after the payment it can still be refunded; undefined when there is no such end. */
  refundDays: number | undefined
  /** Whether the payer's bank may take the money back. */
  chargebacks: boolean
  /** Whether the money is taken with the payment, or may also be held first and taken later. */
  capture: 'at_once' | 'later'
}>

/**
 * The data for a provider to collect a payment. `reference` is our transaction id; the addresses are absolute. `requestedAt`
 * belongs to the reference, so that asking again asks for the very same; `payableUntil` is when the order ends. `description` is
 * what the payer reads of what is paid for.
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

/** A payment page at the provider: its own id of the payment, and where to send the shopper. */
export type StartedPayment = Readonly<{ providerRef: string; paymentUrl: string }>

/** A page that was opened for this amount before, asked for again by its own id and our reference. */
export type ReopenRequest = Readonly<
  Pick<PaymentRequest, 'reference' | 'currency' | 'amount' | 'redirectUrl' | 'backUrl'> & {
    providerRef: string
  }
>

/** A payment as the provider knows it. `receiptId` names the money taken: the same money always has the same one. */
export type ProviderPayment = Readonly<{
  providerRef: string
  reference: string
  currency: string
  amount: number
  state: 'pending' | 'paid' | 'failed' | 'cancelled'
  receiptId: string | undefined
}>

/**
 * A refund. `refundId` is ours and the idempotency key: the same one refunds money once. The payment is named by our `reference`,
 * its `providerRef` and the `receiptId` of the money; `paid` is how much that was.
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
  /** How often the provider has surely refused it before: another try is another request to it. */
  refusals: number
}>

/**
 * Marks an error of `refund` where the provider was not asked yet, so that asking later is no second time. It is in the
 * error's details.
 */
export const NOT_REQUESTED = { isRequested: false } as const

/**
 * A refund as the provider knows it. `refundId` is undefined when it was made at the provider by hand. A succeeded one
 * may still fail later, when the payer's bank sends the money back; a failed one stays failed.
 */
export type ProviderRefund = Readonly<{
  providerRefundId: string
  refundId: string | undefined
  receiptId: string
  currency: string
  amount: number
  state: 'pending' | 'succeeded' | 'failed'
  /** Why it failed, in the provider's word. */
  reason: string | undefined
}>

/**
 * Money that the payer's bank wants back. With `inquiry` it only asks, and no money has moved; from `open` on the amount
 * is gone until the dispute is won. `fee` is what the provider has kept for it so far, in `feeCurrency`.
 */
export type ProviderDispute = Readonly<{
  disputeId: string
  receiptId: string
  currency: string
  amount: number
  fee: number
  feeCurrency: string
  state: 'inquiry' | 'open' | 'won' | 'lost'
  /** The bank's reason in the provider's word. */
  reason: string
  /** Until when evidence may be sent. */
  respondBy: Date | undefined
}>

/** The content of a webhook event. Providers send more kinds than we need: those are about nothing, and stored all the same. */
export type PaymentWebhookContent =
  | Readonly<{ about: 'payment'; payment: ProviderPayment }>
  | Readonly<{ about: 'refund'; refund: ProviderRefund }>
  | Readonly<{ about: 'dispute'; dispute: ProviderDispute }>
  | Readonly<{ about: 'nothing' }>

/**
 * A webhook event with a valid signature: the provider's id of the event, and what it reported as of then. `kept` is what is
 * stored of it, where the event contains more than may be stored.
 */
export type PaymentWebhookEvent = Readonly<{ eventId: string; storedBody?: string }> & PaymentWebhookContent

/** A payment provider's interface; src/connectors has one folder for each. */
export type PaymentProvider = Readonly<{
  name: string
  /** The methods it takes, in which currencies and amounts, and what can be done with their money afterwards. */
  capabilities: readonly Capability[]
  /** Opens a payment page, once for a reference, which some providers do not hold us to. Throws `refused` or `unavailable`. */
  start(request: PaymentRequest): Promise<StartedPayment>
  /**
   * A page that was opened before, where money can still come by it and it leads back to the same addresses; undefined
   * else. A provider without it opens another page each time.
   */
  reopen?(page: ReopenRequest): Promise<StartedPayment | undefined>
  /** Ends a page, so that no money comes by it any more; nothing where it is over. Throws `unavailable`. */
  close?(providerRef: string): Promise<void>
  /** The payment of the provider's id, or of our reference when no id is known; undefined when it knows neither. */
  find(by: { providerRef: string } | { reference: string }): Promise<ProviderPayment | undefined>
  /**
   * Refunds money, once for a `refundId`; a provider whose `findRefund` answers `cannot_tell` knows no such ids, and is asked
   * once, ever: note that it will be, first. Throws `refused` with code `refund_refused` when it never will (then an operator has
   * to), `unavailable` when it may have done so or not: ask again with the same request.
   */
  refund(request: RefundRequest): Promise<ProviderRefund>
  /** How a refund stands; `none` when the provider has surely not got it, `cannot_tell` when it does not say. */
  findRefund(request: RefundRequest): Promise<ProviderRefund | 'none' | 'cannot_tell'>
  /**
   * Reads a webhook event, asking the provider back where its signature alone is no proof. Throws `invalid` with code
   * `bad_signature` when it is not from the provider.
   */
  parseWebhookEvent(
    body: string,
    header: (name: string) => string | undefined,
    now: Date,
  ): PaymentWebhookEvent | Promise<PaymentWebhookEvent>
}>
