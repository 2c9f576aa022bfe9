import type { PaymentMethod } from './contract.ts'

/** What a provider is asked to collect. `reference` is our transaction id; the addresses are absolute. */
export type PaymentRequest = Readonly<{
  reference: string
  method: PaymentMethod
  currency: string
  amount: number
  payerEmail: string
  redirectUrl: string
  backUrl: string
  notifyUrl: string
}>

/** A payment page at the provider: its own id of the payment, and where to send the shopper. */
export type StartedPayment = Readonly<{ providerRef: string; paymentUrl: string }>

/** A payment as the provider knows it. `receiptId` names the money taken: the same money always has the same one. */
export type ProviderPayment = Readonly<{
  providerRef: string
  reference: string
  currency: string
  amount: number
  state: 'pending' | 'paid' | 'failed' | 'cancelled'
  receiptId: string | undefined
}>

/** A notice whose signature was right: the provider's id of the event, and the payment as of then. */
export type ProviderNotice = Readonly<{ eventId: string; payment: ProviderPayment }>

/** What the marketplace needs of a payment provider; src/connectors has one folder for each. */
export type PaymentProvider = Readonly<{
  name: string
  methods: readonly PaymentMethod[]
  /** Opens a payment page; the same reference opens no second one. Throws `refused` or `unavailable`. */
  start(request: PaymentRequest): Promise<StartedPayment>
  /** The payment of the provider's id, or of our reference when no id is known; undefined when it knows neither. */
  find(by: { providerRef: string } | { reference: string }): Promise<ProviderPayment | undefined>
  /** Reads a notice. Throws `invalid` with code `bad_signature` when it is not from the provider. */
  readNotice(body: string, header: (name: string) => string | undefined, now: Date): ProviderNotice
}>
