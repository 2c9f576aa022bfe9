import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { storeToPay } from '../../steps/payouts.ts'
import { brokenRules, clearingDiffers, providerDiffers, stuck } from '../../steps/refunds.ts'
import type { TestShop } from '../../shop/shop.ts'
import { wrongStatements } from '../../steps/statements.ts'
import { type MadeOrder, paidOrder, runOrderTimers } from '../../steps/supplier-orders.ts'
import { play, type World } from './play.ts'
import type { Kind, Step } from './steps.ts'

/** So many orders has a world at most. */
const MOST_ORDERS = 3

/** What a round has shown: how often which kind was played, and in words what did not hold, the last step before it. */
export type Played = Readonly<{ kinds: ReadonlyMap<Kind, number>; violations: readonly string[] }>

/** Plays a round with a new supplier; after each step all rules are held. It ends with the first one that is broken. */
export async function playRound(shop: TestShop, steps: readonly Step[]): Promise<Played> {
  const world = await aWorld(shop)
  const kinds = new Map<Kind, number>()
  for (const step of steps) {
    if (step.do === 'buy') await buy(world)
    else await play(world, step)
    await shop.work()
    kinds.set(step.do, (kinds.get(step.do) ?? 0) + 1)
    const violations = await violationsIn(world)
    if (violations.length > 0)
      return { kinds, violations: violations.map((rule) => `${JSON.stringify(step)}: ${rule}`) }
  }
  return { kinds, violations: [] }
}

async function aWorld(shop: TestShop): Promise<World> {
  const world: World = { shop, orders: [], names: 0 }
  const made = await paidOrder(shop, { quantities: [2, 1], like: await storeToPay(shop) })
  await take(world, made)
  return world
}

/** One more order of the same supplier. */
async function buy(world: World): Promise<void> {
  const [first] = world.orders
  if (!first || world.orders.length >= MOST_ORDERS) return
  await take(world, await paidOrder(world.shop, { quantities: [2, 1], like: first.made }))
}

async function take({ shop, orders }: World, made: MadeOrder): Promise<void> {
  const [found] = await rows<{ id: string }>(
    shop.db,
    sql`select external_id as id from receipts r order by r.id desc limit 1`,
  )
  orders.push({ made, receipt: found?.id ?? '' })
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
}

/** The rules of the books, the statements of payouts beside them, the provider's books beside ours, and nothing that is tried in vain for ever. */
async function violationsIn({ shop, orders }: World): Promise<string[]> {
  let failures = 0
  for (const { made } of orders) failures += await stuck(made)
  const figures = {
    'our clearing less what came, went back and was taken': await clearingDiffers(shop),
    'our refunds less the provider’s': await providerDiffers(shop),
    'timers that fail': failures,
  }
  const wrong = Object.entries(figures).filter(([, figure]) => figure !== 0)
  const [first] = orders
  return [
    ...(await brokenRules(shop)),
    ...(first ? await wrongStatements(shop, first.made.supplier) : []),
    ...wrong.map(([what, figure]) => `${what}: ${figure}`),
  ]
}
