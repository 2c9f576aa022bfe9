import { openConversation, readUpTo, sendMessage } from '#features/messaging/chat/service.ts'
import { DAY, HOUR, later, MINUTE } from '#core/time.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { chance } from '../../../../demo/compose/chance.ts'
import { openShopperAccount } from '../demo-people.ts'
import type { PlannedBuyer } from './plan-history.ts'
import type { Stage, StagedSupplier } from './stage.ts'
import type { Story } from './timeline.ts'

/** A conversation about a product: what is said in turns, the shopper first. */
export type PlannedConversation = Readonly<{
  key: string
  at: Date
  supplier: StagedSupplier
  productId: string
  shopper: Actor | PlannedBuyer
  texts: readonly string[]
}>

/** A conversation that both sides have read to its end. */
export async function* playConversation(stage: Stage, planned: PlannedConversation): Story {
  const { db, timeline } = stage
  const { key, supplier, productId, texts } = planned
  yield planned.at
  const shopper =
    'id' in planned.shopper ? planned.shopper : await openShopperAccount(stage, planned.shopper, key)
  const from = { product: productId }
  const opening = { actor: shopper, from, now: timeline.now(), countNew: () => Promise.resolve() }
  const { conversation } = await openConversation(db, opening)
  const { id: publicId } = conversation
  for (const [index, content] of texts.entries()) {
    const [writer, reader] = index % 2 === 0 ? [shopper, supplier.owner] : [supplier.owner, shopper]
    if (index > 0) yield later(timeline.now(), answerMs(`${key} ${index}`, index))
    const about = index === 0 ? ({ kind: 'product', id: productId } as const) : undefined
    const sending = { clientId: `${key}-${index}`, content, pictures: [], about }
    await sendMessage(db, { publicId, actorId: writer.id, sending, now: timeline.now() })
    await readUpTo(db, { publicId, actorId: reader.id }, { upTo: index + 1, now: timeline.now() })
  }
}

/** Stores answer within hours, mostly within one; shoppers when they look in again. */
function answerMs(key: string, index: number): number {
  const share = chance(key)
  return index % 2 === 1 ? 4 * MINUTE + share ** 4 * 9 * HOUR : 20 * MINUTE + share ** 2 * DAY
}
