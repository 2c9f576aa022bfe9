import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createPayableSupplier } from '../../steps/payouts.ts'
import {
  listLedgerErrors,
  measureClearingDifference,
  measureProviderDifference,
  countStuckRefunds,
} from '../../steps/refunds.ts'
import type { TestShop } from '../../shop/shop.ts'
import { listStatementErrors } from '../../steps/statements.ts'
import { type CreatedOrder, createPaidOrder, runOrderTimers } from '../../steps/supplier-orders.ts'
import { applyStep, type MoneyWorld } from './apply-step.ts'
import type { MoneyStepKind, MoneyStep } from './steps.ts'

/** So many orders has a world at most. */
const MAX_ORDERS = 3

/** The result of a round: counts of each kind of step, and the broken rule with the last step. */
export type RoundResult = Readonly<{
  kinds: ReadonlyMap<MoneyStepKind, number>
  violations: readonly string[]
}>

/** Runs a round with a new supplier and checks all rules after each step. It ends with the first broken rule. */
export async function runMoneyRound(shop: TestShop, steps: readonly MoneyStep[]): Promise<RoundResult> {
  const world = await createWorld(shop)
  const kinds = new Map<MoneyStepKind, number>()
  for (const step of steps) {
    if (step.do === 'buy') await buyMore(world)
    else await applyStep(world, step)
    await shop.work()
    kinds.set(step.do, (kinds.get(step.do) ?? 0) + 1)
    const violations = await listViolations(world)
    if (violations.length > 0)
      return { kinds, violations: violations.map((rule) => `${JSON.stringify(step)}: ${rule}`) }
  }
  return { kinds, violations: [] }
}

async function createWorld(shop: TestShop): Promise<MoneyWorld> {
  const world: MoneyWorld = { shop, orders: [], names: 0 }
  const created = await createPaidOrder(shop, { quantities: [2, 1], like: await createPayableSupplier(shop) })
  await payAndAddOrder(world, created)
  return world
}

/** Adds an order of the same supplier. */
async function buyMore(world: MoneyWorld): Promise<void> {
  const [first] = world.orders
  if (!first || world.orders.length >= MAX_ORDERS) return
  await payAndAddOrder(world, await createPaidOrder(world.shop, { quantities: [2, 1], like: first.made }))
}

async function payAndAddOrder({ shop, orders }: MoneyWorld, created: CreatedOrder): Promise<void> {
  const [found] = await queryRows<{ id: string }>(
    shop.db,
    sql`select external_id as id from receipts r order by r.id desc limit 1`,
  )
  orders.push({ made: created, receipt: found?.id ?? '' })
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
}

/**
 * Returns the violations of the ledger's rules, the statements, and the provider's books, and retries without end.
 */
async function listViolations({ shop, orders }: MoneyWorld): Promise<string[]> {
  let failures = 0
  for (const { made } of orders) failures += await countStuckRefunds(made)
  const differences = {
    'our clearing less what came, went back and was taken': await measureClearingDifference(shop),
    'our refunds less the provider’s': await measureProviderDifference(shop),
    'timers that fail': failures,
  }
  const nonZero = Object.entries(differences).filter(([, difference]) => difference !== 0)
  const [first] = orders
  return [
    ...(await listLedgerErrors(shop)),
    ...(first ? await listStatementErrors(shop, first.made.supplier) : []),
    ...nonZero.map(([what, difference]) => `${what}: ${difference}`),
  ]
}
