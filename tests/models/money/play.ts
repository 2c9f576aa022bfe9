import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { createRefundRequester, takeDispute, takeRefund } from '#features/money/refunds/service.ts'
import { buyerActs, complain, operatorActs, runCaseTimers, supplierActs } from '../../steps/cases.ts'
import { asOperator, refundBy } from '../../steps/refunds.ts'
import type { Answer, TestShop } from '../../shop/shop.ts'
import { aParcel, asGuest, asSupplier, type MadeOrder, runOrderTimers } from '../../steps/supplier-orders.ts'
import { buyLabel, endLabelRefunds, finishLabels } from './labels.ts'
import type { Kind, Step } from './steps.ts'

const DAY = 24 * 3_600_000

/** What a whole order of the model costs, in cents. */
const WHOLE = 30_206

/** An order, and what the provider calls its money. */
type PlayedOrder = Readonly<{ made: MadeOrder; receipt: string }>

/** What is played with: orders of one supplier, and a counter for names that are used once. */
export type World = { shop: TestShop; orders: PlayedOrder[]; names: number }

type Playing = PlayedOrder &
  Readonly<{ shop: TestShop; step: Step; amount: number; count: number; key: string }>

type Plays = Readonly<Partial<Record<Kind, (playing: Playing) => Promise<unknown>>>>

/** Tries one thing; what may not be done just then is refused, which is as good. Throws where the shop fails. */
export async function play(world: World, step: Step): Promise<void> {
  const { shop, orders } = world
  const order = orders[(step.which ?? 0) % orders.length]
  if (!order) return
  world.names += 1
  const { amount = 1, count = 1 } = step
  await PLAYS[step.do]?.({ ...order, shop, step, amount, count, key: String(world.names) })
}

/** A refusal is as good as a deed; a fault of ours is not. */
async function fine(asked: Promise<Answer>): Promise<void> {
  const { status, text } = await asked
  if (status >= 500) throw new Error(text)
}

const lines = (quantity: number) => [{ line: 1, quantity }]

const SENDING: Plays = {
  pass: async ({ shop, step }) => {
    shop.passTime((step.days ?? 1) * DAY)
    await runOrderTimers(shop)
    await runCaseTimers(shop)
  },
  accept: ({ made }) => fine(asSupplier(made, 'accept')),
  ship: ({ made, key }) => fine(asSupplier(made, 'parcels', aParcel(key))),
  ship_some: ({ made, key, count }) => fine(asSupplier(made, 'parcels', aParcel(key, lines(count)))),
  reject: ({ made }) =>
    fine(asSupplier(made, 'reject', { lines: [{ line: 2, quantity: 1 }], reason: 'other' })),
  cancel: ({ made }) => fine(asSupplier(made, 'cancel', { reason: 'It cannot be made' })),
  guest_cancel: ({ shop, made }) => fine(asGuest(shop, made, 'cancel')),
  received: ({ shop, made }) => fine(asGuest(shop, made, 'received')),
}

/** A label as the step says: every other one is left without its file, and every third is not taken back. */
const labelOf = ({ amount, count, key }: Playing) => ({
  amount: amount % 3_000,
  isFileThere: count > 1,
  isTakenBack: Number(key) % 3 > 0,
})

const LABELS: Plays = {
  label: (playing) => buyLabel(playing.made, `label-${playing.key}`, labelOf(playing)),
  labels_go_on: (playing) => finishLabels(playing.made, { ...labelOf(playing), isFileThere: true }),
  // In a day it is asked how refunds stand.
  label_refunds_end: (playing) => {
    playing.shop.passTime(DAY)
    return endLabelRefunds(playing.made, { ...labelOf(playing), isTakenBack: playing.count > 1 })
  },
}

const REFUNDS: Plays = {
  all: ({ made }) => fine(refundBy(made, { of: 'all' })),
  shipping: ({ made }) => fine(refundBy(made, { of: 'shipping' })),
  refund_lines: ({ made, count }) => fine(refundBy(made, { of: 'lines', lines: lines(count) })),
  refund: ({ made, amount }) => fine(refundBy(made, { of: 'amount', amount })),
  goodwill: ({ made, amount }) => fine(refundBy(made, { of: 'amount', amount }, { byMarketplace: true })),
  // One of three that are told of again and again.
  panel: (playing) => panel(playing, 'succeeded', Number(playing.key) % 3),
  panel_fails: (playing) => panel(playing, 'failed', 1),
}

const BANKS: Plays = {
  dispute: (playing) => dispute(playing, 'open', ['whole', WHOLE]),
  partial_dispute: (playing) => dispute(playing, 'open', ['part', playing.amount]),
  win: async (playing) => {
    await dispute(playing, 'won', ['whole', WHOLE])
    await dispute(playing, 'won', ['part', playing.amount])
  },
  lose: (playing) => dispute(playing, 'lost', ['whole', WHOLE]),
}

const CASES: Plays = {
  open_case: ({ made, amount, step }) => fine(complain(made, { amount, withReturn: step.withReturn })),
  propose: ({ made, amount, step }) =>
    bothAct(made, () => ({ action: 'propose', amount, withReturn: step.withReturn })),
  agree: ({ made }) => bothAct(made, (version) => ({ action: 'accept', version })),
  escalate: ({ made }) => bothAct(made, () => ({ action: 'escalate' })),
  withdraw: ({ made }) => bothAct(made, (version) => ({ action: 'withdraw', version })),
  rule: async ({ made, amount }) => {
    const { id } = await caseOf(made)
    await fine(operatorActs(made, id, { action: 'rule', amount, text: 'So it is ruled.' }))
  },
  goods_back: async ({ made }) => {
    const { id } = await caseOf(made)
    await fine(buyerActs(made, id, { action: 'send_back', tracking: 'SG 4711' }))
    await fine(supplierActs(made, id, { action: 'receive_back' }))
  },
}

const PAYOUTS: Plays = {
  sweep: ({ shop, made }) => fine(asOperator(shop, '/payouts/sweep', { supplier: made.supplier.publicId })),
  file: ({ shop }) =>
    fine(asOperator(shop, '/payout-files', { payOn: shop.now().toISOString().slice(0, 10) })),
  send: (playing) => markPayouts(playing, { event: 'send' }),
  confirm: (playing) => markPayouts(playing, { event: 'confirm' }),
  fail: (playing) => markPayouts(playing, { event: 'fail', reason: 'The bank refused it.' }),
  return: (playing) => markPayouts(playing, { event: 'return', reason: 'It came back.' }),
}

const PLAYS: Plays = { ...SENDING, ...LABELS, ...REFUNDS, ...BANKS, ...CASES, ...PAYOUTS }

async function markPayouts({ shop, made }: Playing, body: object): Promise<void> {
  const found = await rows<{ id: string }>(
    shop.db,
    sql`select public_id as id from payouts where supplier_id = ${made.supplier.id}`,
  )
  for (const { id } of found) await fine(asOperator(shop, `/payouts/${id}/mark`, body))
}

async function bothAct(made: MadeOrder, act: (version: number) => object): Promise<void> {
  const { id, version } = await caseOf(made)
  await fine(supplierActs(made, id, act(version)))
  await fine(buyerActs(made, id, act(version)))
}

async function caseOf({ shop, id }: MadeOrder): Promise<{ id: string; version: number }> {
  const [found] = await rows<{ id: string; version: number }>(
    shop.db,
    sql`select c.public_id as id, c.version from cases c join supplier_orders o on o.id = c.supplier_order_id
        where o.public_id = ${id} order by c.id desc limit 1`,
  )
  return found ?? { id: 'cas_0', version: 1 }
}

/** The bank's word on the whole payment or a part of it; the same dispute however often it is told of. */
async function dispute(
  { shop, receipt }: Playing,
  state: 'open' | 'won' | 'lost',
  [name, amount]: readonly ['whole' | 'part', number],
): Promise<void> {
  const told = {
    disputeId: `${name}-${receipt}`,
    receiptId: receipt,
    currency: 'USD',
    amount,
    fee: 0,
    feeCurrency: 'USD',
    state,
    reason: name === 'whole' ? 'fraudulent' : 'product_unacceptable',
    respondBy: undefined,
  }
  await takeDispute(shop.db, { provider: 'sandbox', dispute: told, desk: deskOf(shop), now: shop.now() })
}

/** The provider's word on a refund that somebody made in its panel, `which` of them. */
async function panel(
  { shop, receipt }: Playing,
  state: 'succeeded' | 'failed',
  which: number,
): Promise<void> {
  const refund = {
    providerRefundId: `panel-${which}-${receipt}`,
    refundId: undefined,
    receiptId: receipt,
    currency: 'USD',
    amount: 1_000 + which,
    state,
    reason: undefined,
  }
  await takeRefund(shop.db, { provider: 'sandbox', refund, desk: deskOf(shop), now: shop.now() })
}

/** What features are handed of each other when the bank or the provider says something. */
function deskOf({ app }: TestShop) {
  const { enqueue } = app.jobs
  return { enqueue, refund: createRefundRequester(enqueue) }
}
