import type { PaymentMethod } from '#features/money/payments/contract.ts'
import type {
  PaymentProvider,
  PaymentRequest,
  ProviderPayment,
  RefundRequest,
  StartedPayment,
} from '#features/money/payments/port.ts'
import { addMs, MINUTE } from '#core/time.ts'

/**
 * A fault of a call: too many calls, an internal error, a refusal, no response, or a lost connection
 * before or after the effect.
 */
export type ProviderFault = 'limited' | 'refused' | 'broken' | 'silent' | 'lost_before' | 'lost_after'

/** A webhook event as it is sent. */
export type SentWebhook = Readonly<{ body: string; headers: Readonly<Record<string, string>> }>

/** A provider with the state of its fake. */
export type FakeProvider = Readonly<{
  provider: PaymentProvider
  now(): Date
  /** The payer's actions on the page; `fail` and `cancel` end the payment without money. */
  payer: Readonly<{
    pay(page: StartedPayment): Promise<void>
    fail(page: StartedPayment): Promise<void>
    cancel(page: StartedPayment): Promise<void>
  }>
  /** Returns the webhook events since the last call, signed now, oldest first. */
  webhookEvents(): Promise<readonly SentWebhook[]>
  /** The number of opened pages and refunds, and the refunded amount. */
  books(): Promise<Readonly<{ pages: number; refunds: number; refunded: number }>>
  /** Makes the next `times` calls to the provider fail. */
  fail?(fault: ProviderFault, times: number): void
}>

/** The permitted differences between providers. */
export type ContractTraits = Readonly<{
  /** The payment method; the card by default. */
  method?: PaymentMethod
  /** Whether the signature rejects a webhook event that is replayed minutes later. */
  refusesOldWebhookEvents: boolean
  /** Whether the provider knows our refund ids; then it refunds each once, and can be queried. */
  reportsRefunds: boolean
  /** Whether a repeated request for a reference returns the same page; else we open no second page. */
  keepsPages?: boolean
  /** Whether it reports that the payer cancelled; else such a payment stays open. */
  reportsCancellations?: boolean
}>

/** The setup of a contract's tests: the provider's name, its fake, and its differences. */
export type ContractSetup = Readonly<{
  name: string
  play: () => Promise<FakeProvider>
  traits: ContractTraits
}>

/** Returns a payment request; `overrides` replaces fields. */
export function createRequest(fake: FakeProvider, overrides: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    reference: 'txn_contract',
    method: 'vm',
    currency: fake.provider.capabilities.some((row) => acceptsDollars(row.currencies)) ? 'USD' : 'SGD',
    amount: 10_206,
    description: 'Order 1001',
    payerEmail: 'mei@shopper.example',
    redirectUrl: 'http://shop.test/paymentSuccess',
    backUrl: 'http://shop.test/paymentError',
    notifyUrl: `http://shop.test/payments/notify/${fake.provider.name}`,
    requestedAt: fake.now(),
    payableUntil: addMs(fake.now(), 15 * MINUTE),
    ...overrides,
  }
}

function acceptsDollars(currencies: readonly string[] | 'any'): boolean {
  return currencies === 'any' || currencies.includes('USD')
}

/** Returns a refund request for a third of a payment; `overrides` replaces fields. */
export function createRefund(money: ProviderPayment, overrides: Partial<RefundRequest> = {}): RefundRequest {
  const { reference, providerRef, receiptId = '', currency, amount } = money
  return {
    refundId: 'rfd_contract',
    reference,
    providerRef,
    receiptId,
    method: 'vm',
    currency,
    amount: Math.floor(amount / 3),
    paid: amount,
    refusals: 0,
    ...overrides,
  }
}

/** Opens the payment page of a provider. */
export async function openFakePayment(startFake: ContractSetup['play'], method: PaymentMethod) {
  const fake = await startFake()
  const request = createRequest(fake, { method })
  return { played: fake, request, page: await fake.provider.start(request) }
}

/** Opens a payment page and pays on it. */
export async function payOnPage(fake: FakeProvider, method: PaymentMethod, reference: string) {
  const page = await fake.provider.start(createRequest(fake, { method, reference }))
  await fake.payer.pay(page)
  return page
}

/** Creates a paid payment, and returns it as the provider knows it. */
export async function createPayment(
  fake: FakeProvider,
  overrides: Partial<PaymentRequest>,
): Promise<ProviderPayment> {
  const page = await fake.provider.start(createRequest(fake, overrides))
  await fake.payer.pay(page)
  const payment = await fake.provider.find(page)
  if (!payment?.receiptId) throw new Error('the fake took no money')
  return payment
}

/** Returns what the provider reads from one of its webhook events. */
export async function readWebhook(fake: FakeProvider, { body, headers }: SentWebhook) {
  return fake.provider.parseWebhookEvent(body, (name) => headers[name], fake.now())
}
