import { expect, test } from 'vitest'
import type { PaymentMethod } from '#features/money/payments/contract.ts'
import type { ProviderPayment } from '#features/money/payments/port.ts'
import { AppError } from '#core/errors.ts'
import { addMs, MINUTE } from '#core/time.ts'
import { testExactness, testRefunds } from './provider-refunds.ts'
import {
  createRefund,
  createRequest,
  type ContractTraits,
  openFakePayment,
  createPayment,
  payOnPage,
  type FakeProvider,
  readWebhook,
  type ContractSetup,
} from './provider-steps.ts'

/** The maximum number of tries of an adapter. */
const CONCURRENT_CALLS = 10

/**
 * Registers the tests that every payment provider has to pass. `play` returns a provider with a new
 * fake.
 */
export function testProviderContract(
  name: string,
  startFake: () => Promise<FakeProvider>,
  traits: ContractTraits,
): void {
  const setup: ContractSetup = { name, play: startFake, traits }
  testPages(setup)
  testWebhooks(setup)
  testForgeries(setup)
  testRefunds(setup)
  testExactness(setup)
}

/** Registers the tests of failing calls, for providers whose fake can cause them. */
export function testProviderFaults(
  name: string,
  startFake: () => Promise<FakeProvider & Required<Pick<FakeProvider, 'fail'>>>,
  method: PaymentMethod = 'vm',
): void {
  test.each(['limited', 'broken', 'silent', 'lost_before', 'lost_after'] as const)(
    `${name}: a call that is always %s answers unavailable, and a later retry opens one page`,
    async (fault) => {
      const fake = await startFake()
      const request = createRequest(fake, { method })
      fake.fail(fault, CONCURRENT_CALLS)
      await expect(fake.provider.start(request)).rejects.toMatchObject({ kind: 'unavailable' })
      fake.fail(fault, 0)
      await fake.provider.start(request)
      expect((await fake.books()).pages).toBe(1)
    },
  )

  test.each(['limited', 'broken', 'lost_before', 'lost_after'] as const)(
    `${name}: retries a call that is once %s`,
    async (fault) => {
      const fake = await startFake()
      fake.fail(fault, 1)
      await fake.provider.start(createRequest(fake, { method }))
      expect((await fake.books()).pages).toBe(1)
    },
  )

  test.each(['limited', 'broken', 'silent', 'lost_before', 'lost_after'] as const)(
    `${name}: a refund whose answer is always %s is created once after a retry`,
    async (fault) => {
      const fake = await startFake()
      const refund = createRefund(await createPayment(fake, { method }), { method })
      fake.fail(fault, CONCURRENT_CALLS)
      await expect(fake.provider.refund(refund)).rejects.toMatchObject({ kind: 'unavailable' })
      fake.fail(fault, 0)
      await fake.provider.refund(refund)
      expect(await fake.books()).toMatchObject({ refunds: 1, refunded: refund.amount })
    },
  )
}

function testPages({ name, play, traits }: ContractSetup): void {
  const { method = 'vm', keepsPages = true, reportsCancellations = true } = traits
  test(`${name}: opens one page for a reference, and another one for another reference`, async () => {
    const fake = await play()
    const request = createRequest(fake, { method })
    const first = await fake.provider.start(request)
    const again = await fake.provider.start(request).catch((error: unknown) => getErrorKind(error))
    expect(again).toEqual(keepsPages ? first : 'refused')
    const otherPage = await fake.provider.start({ ...request, reference: 'txn_other' })
    expect(otherPage.providerRef).not.toBe(first.providerRef)
    expect((await fake.books()).pages).toBe(2)
  })

  test(`${name}: an unpaid page is pending`, async () => {
    const { played, page } = await openFakePayment(play, method)
    expect(await played.provider.find(page)).toMatchObject({ state: 'pending', receiptId: undefined })
  })

  test(`${name}: finds a payment by either id, with its exact amount and receipt`, async () => {
    const { played, page, request } = await openFakePayment(play, method)
    await played.payer.pay(page)
    const payment = await played.provider.find(page)
    expect(payment).toMatchObject({
      providerRef: page.providerRef,
      reference: request.reference,
      state: 'paid',
      currency: request.currency,
      amount: request.amount,
    })
    expect(payment?.receiptId).toBeTruthy()
    expect(await played.provider.find({ reference: request.reference })).toEqual(payment)
  })

  test.each(['fail', 'cancel'] as const)(
    `${name}: finds the state of a payment that ends by %s`,
    async (end) => {
      const { played, page } = await openFakePayment(play, method)
      await played.payer[end](page)
      const state = end === 'fail' ? 'failed' : reportsCancellations ? 'cancelled' : 'pending'
      expect(await played.provider.find(page)).toMatchObject({ state, receiptId: undefined })
    },
  )

  test(`${name}: finds nothing for unknown ids`, async () => {
    const { provider } = await play()
    for (const ref of ['', 'x', 'nothing_1', '../secrets', "a' or '1'='1"]) {
      expect(await provider.find({ providerRef: ref })).toBeUndefined()
      expect(await provider.find({ reference: ref })).toBeUndefined()
    }
  })
}

function getErrorKind(error: unknown): unknown {
  return error instanceof AppError ? error.kind : error
}

function testWebhooks({ name, play, traits: { method = 'vm' } }: ContractSetup): void {
  test(`${name}: a webhook event has the same payment as a query`, async () => {
    const { played, page } = await openFakePayment(play, method)
    await played.payer.pay(page)
    const payments = await readPayments(played)
    expect(payments.at(-1)).toEqual(await played.provider.find(page))
  })

  test(`${name}: the same webhook event has the same id, and another has another`, async () => {
    const { played, page } = await openFakePayment(play, method)
    await played.payer.pay(page)
    const webhooks = await played.webhookEvents()
    const idsOf = () =>
      Promise.all(webhooks.map(async (webhook) => (await readWebhook(played, webhook)).eventId))
    const ids = await idsOf()
    expect(await idsOf()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test(`${name}: webhook events read in any order name their own payments`, async () => {
    const fake = await play()
    const [one, otherPage] = [
      await payOnPage(fake, method, 'txn_one'),
      await payOnPage(fake, method, 'txn_two'),
    ]
    const webhooks = await fake.webhookEvents()
    const applied = await Promise.all(webhooks.toReversed().map((webhook) => readWebhook(fake, webhook)))
    const refs = applied.flatMap((content) =>
      content.about === 'payment' && content.payment.state === 'paid' ? [content.payment.providerRef] : [],
    )
    expect([...new Set(refs)]).toEqual([otherPage.providerRef, one.providerRef])
  })
}

async function readPayments(fake: FakeProvider): Promise<ProviderPayment[]> {
  const all = await Promise.all((await fake.webhookEvents()).map((webhook) => readWebhook(fake, webhook)))
  return all.flatMap((payments) => {
    return payments.about === 'payment' ? [payments.payment] : []
  })
}

function testForgeries({ name, play, traits }: ContractSetup): void {
  const { method = 'vm' } = traits

  test(`${name}: rejects a webhook event that was changed or is not signed`, async () => {
    const { played, page, request } = await openFakePayment(play, method)
    await played.payer.pay(page)
    const [webhook] = await played.webhookEvents()
    if (!webhook) throw new Error('nothing was told')
    const { body, headers } = webhook
    expect(body).toContain(request.reference)
    const forged = { headers, body: body.replaceAll(request.reference, 'txn_of_somebody_else') }
    const isSignedInHeader = Object.keys(headers).length > 0
    const unsigned = isSignedInHeader ? [{ body, headers: {} }] : []
    for (const bad of [forged, ...unsigned, { body: '', headers }, { body: '{}', headers: {} }])
      await expect(readWebhook(played, bad)).rejects.toMatchObject({ kind: 'invalid', code: 'bad_signature' })
  })

  if (traits.refusesOldWebhookEvents) testOldWebhook({ name, play, traits })
}

function testOldWebhook({ name, play, traits: { method = 'vm' } }: ContractSetup): void {
  test(`${name}: rejects a webhook event that is replayed later`, async () => {
    const { played, page } = await openFakePayment(play, method)
    await played.payer.pay(page)
    const [webhook] = await played.webhookEvents()
    const readAt = async (minutes: number) =>
      played.provider.parseWebhookEvent(
        webhook?.body ?? '',
        (header) => webhook?.headers[header],
        addMs(played.now(), minutes * MINUTE),
      )
    expect(await readAt(4)).toBeDefined()
    await expect(readAt(6)).rejects.toMatchObject({ code: 'bad_signature' })
    await expect(readAt(-6)).rejects.toMatchObject({ code: 'bad_signature' })
  })
}
