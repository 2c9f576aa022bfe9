import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createRefundRequester, applyDispute, applyRefund } from '#features/money/refunds/service.ts'
import { actAsBuyer, openComplaint, actAsOperator, runCaseTimers, actAsSupplier } from '../../steps/cases.ts'
import { asOperator, refundAsOperator } from '../../steps/refunds.ts'
import type { ApiResponse, TestShop } from '../../shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  type CreatedOrder,
  runOrderTimers,
} from '../../steps/supplier-orders.ts'
import { buyLabel, endLabelRefunds, finishLabels } from './labels.ts'
import type { MoneyStepKind, MoneyStep } from './steps.ts'

const DAY = 24 * 3_600_000

/** The cost of a whole order of the model in cents. */
const FULL_AMOUNT = 30_206

/** An order, and the provider's id of its payment. */
type ModelOrder = Readonly<{ made: CreatedOrder; receipt: string }>

/** The world of a round: orders of one supplier, and a counter for unique names. */
export type MoneyWorld = { shop: TestShop; orders: ModelOrder[]; names: number }

type StepContext = ModelOrder &
  Readonly<{ shop: TestShop; step: MoneyStep; amount: number; count: number; key: string }>

type StepHandlers = Readonly<Partial<Record<MoneyStepKind, (context: StepContext) => Promise<unknown>>>>

/** Applies one step; a step that is not allowed at that time is refused. Throws when the shop fails. */
export async function applyStep(world: MoneyWorld, step: MoneyStep): Promise<void> {
  const { shop, orders } = world
  const order = orders[(step.which ?? 0) % orders.length]
  if (!order) return
  world.names += 1
  const { amount = 1, count = 1 } = step
  await HANDLERS[step.do]?.({ ...order, shop, step, amount, count, key: String(world.names) })
}

/** A refusal is as good as a deed; a fault of ours is not. */
async function expectAllowed(response: Promise<ApiResponse>): Promise<void> {
  const { status, text } = await response
  if (status >= 500) throw new Error(text)
}

const lines = (quantity: number) => [{ line: 1, quantity }]

const FULFILLMENT_HANDLERS: StepHandlers = {
  pass: async ({ shop, step }) => {
    shop.passTime((step.days ?? 1) * DAY)
    await runOrderTimers(shop)
    await runCaseTimers(shop)
  },
  accept: ({ made }) => expectAllowed(postAsSupplier(made, 'accept')),
  ship: ({ made, key }) => expectAllowed(postAsSupplier(made, 'parcels', createParcelBody(key))),
  ship_some: ({ made, key, count }) =>
    expectAllowed(postAsSupplier(made, 'parcels', createParcelBody(key, lines(count)))),
  reject: ({ made }) =>
    expectAllowed(postAsSupplier(made, 'reject', { lines: [{ line: 2, quantity: 1 }], reason: 'other' })),
  cancel: ({ made }) => expectAllowed(postAsSupplier(made, 'cancel', { reason: 'It cannot be made' })),
  guest_cancel: ({ shop, made }) => expectAllowed(postAsGuest(shop, made, 'cancel')),
  received: ({ shop, made }) => expectAllowed(postAsGuest(shop, made, 'received')),
}

/** Buys a label by the step: every other one has no file, and every third cannot be refunded. */
const toLabelScenario = ({ amount, count, key }: StepContext) => ({
  amount: amount % 3_000,
  isFileThere: count > 1,
  isRemoved: Number(key) % 3 > 0,
})

const LABEL_HANDLERS: StepHandlers = {
  label: (context) => buyLabel(context.made, `label-${context.key}`, toLabelScenario(context)),
  labels_go_on: (context) => finishLabels(context.made, { ...toLabelScenario(context), isFileThere: true }),
  // The states of refunds are queried within a day.
  label_refunds_end: (context) => {
    context.shop.passTime(DAY)
    return endLabelRefunds(context.made, { ...toLabelScenario(context), isRemoved: context.count > 1 })
  },
}

const REFUND_HANDLERS: StepHandlers = {
  all: ({ made }) => expectAllowed(refundAsOperator(made, { of: 'all' })),
  shipping: ({ made }) => expectAllowed(refundAsOperator(made, { of: 'shipping' })),
  refund_lines: ({ made, count }) =>
    expectAllowed(refundAsOperator(made, { of: 'lines', lines: lines(count) })),
  refund: ({ made, amount }) => expectAllowed(refundAsOperator(made, { of: 'amount', amount })),
  goodwill: ({ made, amount }) =>
    expectAllowed(refundAsOperator(made, { of: 'amount', amount }, { byMarketplace: true })),
  // One of three refunds that are reported repeatedly.
  panel: (context) => refundInDashboard(context, 'succeeded', Number(context.key) % 3),
  panel_fails: (context) => refundInDashboard(context, 'failed', 1),
}

const DISPUTE_HANDLERS: StepHandlers = {
  dispute: (context) => recordDispute(context, 'open', ['whole', FULL_AMOUNT]),
  partial_dispute: (context) => recordDispute(context, 'open', ['part', context.amount]),
  win: async (context) => {
    await recordDispute(context, 'won', ['whole', FULL_AMOUNT])
    await recordDispute(context, 'won', ['part', context.amount])
  },
  lose: (context) => recordDispute(context, 'lost', ['whole', FULL_AMOUNT]),
}

const CASE_HANDLERS: StepHandlers = {
  open_case: ({ made, amount, step }) =>
    expectAllowed(openComplaint(made, { amount, withReturn: step.withReturn })),
  propose: ({ made, amount, step }) =>
    actAsBoth(made, () => ({ action: 'propose', amount, withReturn: step.withReturn })),
  agree: ({ made }) => actAsBoth(made, (version) => ({ action: 'accept', version })),
  escalate: ({ made }) => actAsBoth(made, () => ({ action: 'escalate' })),
  withdraw: ({ made }) => actAsBoth(made, (version) => ({ action: 'withdraw', version })),
  rule: async ({ made, amount }) => {
    const { id } = await readOpenCase(made)
    await expectAllowed(actAsOperator(made, id, { action: 'rule', amount, text: 'So it is ruled.' }))
  },
  goods_back: async ({ made }) => {
    const { id } = await readOpenCase(made)
    await expectAllowed(actAsBuyer(made, id, { action: 'send_back', tracking: 'SG 4711' }))
    await expectAllowed(actAsSupplier(made, id, { action: 'receive_back' }))
  },
}

const PAYOUT_HANDLERS: StepHandlers = {
  sweep: ({ shop, made }) =>
    expectAllowed(asOperator(shop, '/payouts/sweep', { supplier: made.supplier.publicId })),
  file: ({ shop }) =>
    expectAllowed(asOperator(shop, '/payout-files', { payOn: shop.now().toISOString().slice(0, 10) })),
  send: (context) => markPayouts(context, { event: 'send' }),
  confirm: (context) => markPayouts(context, { event: 'confirm' }),
  fail: (context) => markPayouts(context, { event: 'fail', reason: 'The bank refused it.' }),
  return: (context) => markPayouts(context, { event: 'return', reason: 'It came back.' }),
}

const HANDLERS: StepHandlers = {
  ...FULFILLMENT_HANDLERS,
  ...LABEL_HANDLERS,
  ...REFUND_HANDLERS,
  ...DISPUTE_HANDLERS,
  ...CASE_HANDLERS,
  ...PAYOUT_HANDLERS,
}

async function markPayouts({ shop, made }: StepContext, body: object): Promise<void> {
  const payouts = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from payouts where supplier_id = ${made.supplier.id}`,
  )
  for (const { id } of payouts) await expectAllowed(asOperator(shop, `/payouts/${id}/mark`, body))
}

async function actAsBoth(created: CreatedOrder, toAction: (version: number) => object): Promise<void> {
  const { id, version } = await readOpenCase(created)
  await expectAllowed(actAsSupplier(created, id, toAction(version)))
  await expectAllowed(actAsBuyer(created, id, toAction(version)))
}

async function readOpenCase({ shop, id }: CreatedOrder): Promise<{ id: string; version: number }> {
  const [payouts] = await queryRows<{ id: string; version: number }>(
    shop.db,
    sql`select c.public_id as id, c.version from cases c join supplier_orders o on o.id = c.supplier_order_id
        where o.public_id = ${id} order by c.id desc limit 1`,
  )
  return payouts ?? { id: 'cas_0', version: 1 }
}

/** Opens the bank's dispute of the whole payment or a part; repeated reports are of the same dispute. */
async function recordDispute(
  { shop, receipt }: StepContext,
  state: 'open' | 'won' | 'lost',
  [name, amount]: readonly ['whole' | 'part', number],
): Promise<void> {
  const disputeBody = {
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
  await applyDispute(shop.db, {
    provider: 'sandbox',
    dispute: disputeBody,
    deps: createDeps(shop),
    now: shop.now(),
  })
}

/** Reports the result of a dashboard refund, selected by `which`. */
async function refundInDashboard(
  { shop, receipt }: StepContext,
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
  await applyRefund(shop.db, { provider: 'sandbox', refund, deps: createDeps(shop), now: shop.now() })
}

/** Returns the features' dependencies on each other for events of the bank or the provider. */
function createDeps({ app }: TestShop) {
  const { enqueue } = app.jobs
  return { enqueue, refund: createRefundRequester(enqueue) }
}
