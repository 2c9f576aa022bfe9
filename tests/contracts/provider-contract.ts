import { expect, test } from 'vitest'
import type { PaymentMethod } from '#features/money/payments/contract.ts'
import type { ProviderPayment } from '#features/money/payments/port.ts'
import { AppError } from '#core/errors.ts'
import { later, MINUTE } from '#core/time.ts'
import { exactnessTests, refundTests } from './provider-refunds.ts'
import {
  aRefund,
  aRequest,
  type ContractTraits,
  opened,
  paid,
  paidPage,
  type PlayedProvider,
  read,
  type Setup,
} from './provider-steps.ts'

/** How often an adapter tries at most before it gives up. */
const OFTEN = 10

/**
 * Registers the tests that every payment provider has to pass, beside those of its own. `play` gives a provider whose
 * other side is fresh.
 */
export function providerContract(
  name: string,
  play: () => Promise<PlayedProvider>,
  traits: ContractTraits,
): void {
  const setup: Setup = { name, play, traits }
  pageTests(setup)
  noticeTests(setup)
  forgeryTests(setup)
  refundTests(setup)
  exactnessTests(setup)
}

/** The tests of what goes wrong on the way, for a provider whose fake can let it go wrong. */
export function providerFaults(
  name: string,
  play: () => Promise<PlayedProvider & Required<Pick<PlayedProvider, 'fail'>>>,
  method: PaymentMethod = 'vm',
): void {
  test.each(['limited', 'broken', 'silent', 'lost_before', 'lost_after'] as const)(
    `${name}: a call that is always %s is unavailable, and opens one page when asked again`,
    async (fault) => {
      const played = await play()
      const request = aRequest(played, { method })
      played.fail(fault, OFTEN)
      await expect(played.provider.start(request)).rejects.toMatchObject({ kind: 'unavailable' })
      played.fail(fault, 0)
      await played.provider.start(request)
      expect((await played.books()).pages).toBe(1)
    },
  )

  test.each(['limited', 'broken', 'lost_before', 'lost_after'] as const)(
    `${name}: a call that is once %s is made again by itself`,
    async (fault) => {
      const played = await play()
      played.fail(fault, 1)
      await played.provider.start(aRequest(played, { method }))
      expect((await played.books()).pages).toBe(1)
    },
  )

  test.each(['limited', 'broken', 'silent', 'lost_before', 'lost_after'] as const)(
    `${name}: a refund whose answer is always %s is given once when asked again`,
    async (fault) => {
      const played = await play()
      const refund = aRefund(await paid(played, { method }), { method })
      played.fail(fault, OFTEN)
      await expect(played.provider.refund(refund)).rejects.toMatchObject({ kind: 'unavailable' })
      played.fail(fault, 0)
      await played.provider.refund(refund)
      expect(await played.books()).toMatchObject({ refunds: 1, refunded: refund.amount })
    },
  )
}

function pageTests({ name, play, traits }: Setup): void {
  const { method = 'vm', keepsPages = true, tellsCancels = true } = traits
  test(`${name}: the same reference opens one page, another one another`, async () => {
    const played = await play()
    const request = aRequest(played, { method })
    const first = await played.provider.start(request)
    const again = await played.provider.start(request).catch((error: unknown) => kindOf(error))
    expect(again).toEqual(keepsPages ? first : 'refused')
    const other = await played.provider.start({ ...request, reference: 'txn_other' })
    expect(other.providerRef).not.toBe(first.providerRef)
    expect((await played.books()).pages).toBe(2)
  })

  test(`${name}: a page that nobody has paid is pending`, async () => {
    const { played, page } = await opened(play, method)
    expect(await played.provider.find(page)).toMatchObject({ state: 'pending', receiptId: undefined })
  })

  test(`${name}: money is found by either id, to the cent, and has a receipt`, async () => {
    const { played, page, request } = await opened(play, method)
    await played.payer.pay(page)
    const known = await played.provider.find(page)
    expect(known).toMatchObject({
      providerRef: page.providerRef,
      reference: request.reference,
      state: 'paid',
      currency: request.currency,
      amount: request.amount,
    })
    expect(known?.receiptId).toBeTruthy()
    expect(await played.provider.find({ reference: request.reference })).toEqual(known)
  })

  test.each(['fail', 'cancel'] as const)(`${name}: a payment that ends by %s is found so`, async (end) => {
    const { played, page } = await opened(play, method)
    await played.payer[end](page)
    const state = end === 'fail' ? 'failed' : tellsCancels ? 'cancelled' : 'pending'
    expect(await played.provider.find(page)).toMatchObject({ state, receiptId: undefined })
  })

  test(`${name}: what it does not know is nothing`, async () => {
    const { provider } = await play()
    for (const ref of ['', 'x', 'nothing_1', '../secrets', "a' or '1'='1"]) {
      expect(await provider.find({ providerRef: ref })).toBeUndefined()
      expect(await provider.find({ reference: ref })).toBeUndefined()
    }
  })
}

function kindOf(error: unknown): unknown {
  return error instanceof AppError ? error.kind : error
}

function noticeTests({ name, play, traits: { method = 'vm' } }: Setup): void {
  test(`${name}: a notice tells what the provider knows, and names the same money`, async () => {
    const { played, page } = await opened(play, method)
    await played.payer.pay(page)
    const told = await paymentsTold(played)
    expect(told.at(-1)).toEqual(await played.provider.find(page))
  })

  test(`${name}: the same notice twice is the same event; another is another`, async () => {
    const { played, page } = await opened(play, method)
    await played.payer.pay(page)
    const sent = await played.notices()
    const idsOf = () => Promise.all(sent.map(async (notice) => (await read(played, notice)).eventId))
    const ids = await idsOf()
    expect(await idsOf()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test(`${name}: notices read in any order say each its own`, async () => {
    const played = await play()
    const [one, other] = [
      await paidPage(played, method, 'txn_one'),
      await paidPage(played, method, 'txn_two'),
    ]
    const sent = await played.notices()
    const told = await Promise.all(sent.toReversed().map((notice) => read(played, notice)))
    const refs = told.flatMap((content) =>
      content.about === 'payment' && content.payment.state === 'paid' ? [content.payment.providerRef] : [],
    )
    expect([...new Set(refs)]).toEqual([other.providerRef, one.providerRef])
  })
}

async function paymentsTold(played: PlayedProvider): Promise<ProviderPayment[]> {
  const all = await Promise.all((await played.notices()).map((notice) => read(played, notice)))
  return all.flatMap((told) => {
    return told.about === 'payment' ? [told.payment] : []
  })
}

function forgeryTests({ name, play, traits }: Setup): void {
  const { method = 'vm' } = traits

  test(`${name}: a notice that was changed, or is not signed, is refused`, async () => {
    const { played, page, request } = await opened(play, method)
    await played.payer.pay(page)
    const [notice] = await played.notices()
    if (!notice) throw new Error('nothing was told')
    const { body, headers } = notice
    expect(body).toContain(request.reference)
    const forged = { headers, body: body.replaceAll(request.reference, 'txn_of_somebody_else') }
    const isSignedInHeader = Object.keys(headers).length > 0
    const unsigned = isSignedInHeader ? [{ body, headers: {} }] : []
    for (const bad of [forged, ...unsigned, { body: '', headers }, { body: '{}', headers: {} }])
      await expect(read(played, bad)).rejects.toMatchObject({ kind: 'invalid', code: 'bad_signature' })
  })

  if (traits.refusesOldNotices) oldNoticeTest({ name, play, traits })
}

function oldNoticeTest({ name, play, traits: { method = 'vm' } }: Setup): void {
  test(`${name}: a notice that is played again later is refused`, async () => {
    const { played, page } = await opened(play, method)
    await played.payer.pay(page)
    const [notice] = await played.notices()
    const readAt = async (minutes: number) =>
      played.provider.readNotice(
        notice?.body ?? '',
        (header) => notice?.headers[header],
        later(played.now(), minutes * MINUTE),
      )
    expect(await readAt(4)).toBeDefined()
    await expect(readAt(6)).rejects.toMatchObject({ code: 'bad_signature' })
    await expect(readAt(-6)).rejects.toMatchObject({ code: 'bad_signature' })
  })
}
