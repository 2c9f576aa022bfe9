import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { CASE_TIMING } from '#features/sales/cases/rules.ts'
import { takeDispute } from '#features/money/refunds/service.ts'
import { allMails } from '#tests/steps/books.ts'
import { testShop } from '#tests/shop/shop.ts'
import {
  aParcel,
  asGuest,
  asSupplier,
  type MadeOrder,
  runOrderTimers,
  sentOrder,
  submittedOrder,
} from '#tests/steps/supplier-orders.ts'

const shop = await testShop({ SUPPORT_EMAIL: 'help@desk.example' })
const HOUR = 3_600_000
const GUEST = 'guest@shopper.example'

test('who has got the pieces is told how long complaints are taken, and where', async () => {
  const made = await sentOrder(shop)
  await asGuest(shop, made, 'received')
  const [letter] = await lettersAbout('Arrived')
  expect(letter?.text).toContain(
    `within ${CASE_TIMING.complaint / (24 * HOUR)} days: open your order and say what is wrong`,
  )
})

test('a supplier’s no to a wish to cancel reaches the buyer, with its reason', async () => {
  const made = await askedOrder()
  await asSupplier(made, 'keep', { reason: 'It is being engraved' })
  await shop.work()
  const letters = await lettersAbout('Not cancelled')
  expect(letters.map(({ recipient }) => recipient)).toEqual([GUEST])
  expect(letters[0]?.text).toContain('The reason: It is being engraved.')
  expect(await lettersTo(made, 'is not cancelled')).toEqual([])
})

test('a supplier is told when the buyer takes the wish back, and the buyer need not be', async () => {
  const made = await askedOrder()
  await asGuest(shop, made, 'keep')
  await shop.work()
  expect(await lettersTo(made, 'is not cancelled: please go on')).toHaveLength(1)
  expect(await lettersAbout('Not cancelled')).toEqual([])
})

test('when a day without an answer keeps what is left of an order, both are told', async () => {
  const made = await submittedOrder(shop, { quantities: [2] })
  await asSupplier(made, 'accept')
  await asSupplier(made, 'parcels', aParcel('first', [{ line: 1, quantity: 1 }]))
  await asGuest(shop, made, 'cancel')
  shop.passTime(24 * HOUR)
  await runOrderTimers(shop)
  expect((await lettersAbout('Not cancelled'))[0]?.text).toContain('A parcel is on its way already')
  expect(await lettersTo(made, 'is not cancelled: please go on')).toHaveLength(1)
})

test('a letter about pieces that are not sent names those of this time, not those of before', async () => {
  const made = await submittedOrder(shop, { quantities: [3] })
  const one = { lines: [{ line: 1, quantity: 1 }], reason: 'out_of_stock' }
  await asSupplier(made, 'reject', one)
  await asSupplier(made, 'reject', one)
  await shop.work()
  const letters = await lettersAbout('Cancelled: pieces')
  expect(letters).toHaveLength(2)
  for (const { text } of letters) {
    expect(text).toContain('1 × ')
    expect(text).not.toContain('2 × ')
    expect(text).toContain('$100.00 goes back')
  }
})

test('after a day of silence the operator is told, also of a supplier without an address', async () => {
  const made = await submittedOrder(shop)
  await shop.db.execute(`update suppliers set contact_email = null where id = ${made.supplier.id}`)
  shop.passTime(24 * HOUR)
  await runOrderTimers(shop)
  const letters = await lettersAbout('No answer')
  expect(letters.map(({ recipient }) => recipient)).toEqual(['help@desk.example'])
  expect(letters[0]?.text).toContain('The supplier has no mail address')
})

test('where the bank has taken the money, no letter promises that any goes back', async () => {
  const made = await submittedOrder(shop)
  const [receipt] = await rows<{ id: string; amount: number }>(
    shop.db,
    sql`select external_id as id, amount from receipts`,
  )
  const dispute = {
    disputeId: 'dsp_1',
    receiptId: receipt?.id ?? '',
    currency: 'USD',
    amount: receipt?.amount ?? 0,
    fee: 0,
    feeCurrency: 'USD',
    state: 'open',
    reason: 'fraudulent',
    respondBy: undefined,
  } as const
  const desk = { enqueue: shop.app.jobs.enqueue }
  await takeDispute(shop.db, { provider: 'sandbox', dispute, desk, now: shop.now() })
  await shop.work()
  const found = await rows<{ html: string }>(
    shop.db,
    sql`select html from mails where recipient = ${GUEST} and subject like 'Cancelled: pieces%'`,
  )
  expect(found).toHaveLength(1)
  expect(found[0]?.html).toContain(`${made.supplier.name} does not send them.`)
  expect(found[0]?.html).not.toMatch(/\$0\.00|goes back/)
})

async function askedOrder(): Promise<MadeOrder> {
  const made = await submittedOrder(shop)
  await asSupplier(made, 'accept')
  await asGuest(shop, made, 'cancel')
  return made
}

async function lettersAbout(subject: string) {
  await shop.work()
  return (await allMails(shop.db)).filter((mail) => mail.subject.startsWith(subject))
}

async function lettersTo({ supplier }: MadeOrder, subject: string) {
  const mails = await allMails(shop.db)
  return mails.filter((mail) => mail.recipient === supplier.email && mail.subject.includes(subject))
}
