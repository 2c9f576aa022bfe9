import { openConversation, markReadUpTo, sendMessage } from '#features/messaging/chat/service.ts'
import { DAY, HOUR, addMs, MINUTE } from '#core/time.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { seededRandom } from '../../../../demo/compose/seeded-random.ts'
import { createShopperAccount } from '../demo-accounts.ts'
import type { PlannedBuyer } from './plan-history.ts'
import type { SimulationDeps, DemoSupplier } from './simulation-deps.ts'
import type { Process } from './timeline.ts'

/** A conversation about a product: alternating messages, the shopper's first. */
export type PlannedConversation = Readonly<{
  key: string
  at: Date
  supplier: DemoSupplier
  productId: string
  shopper: Actor | PlannedBuyer
  texts: readonly string[]
}>

/** Simulates a conversation that both sides have read completely. */
export async function* simulateConversation(stage: SimulationDeps, planned: PlannedConversation): Process {
  const { db, timeline } = stage
  const { key, supplier, productId, texts } = planned
  yield planned.at
  const shopper =
    'id' in planned.shopper ? planned.shopper : await createShopperAccount(stage, planned.shopper, key)
  const origin = { product: productId }
  const conversationInput = {
    actor: shopper,
    from: origin,
    now: timeline.now(),
    countNew: () => Promise.resolve(),
  }
  const { conversation } = await openConversation(db, conversationInput)
  const { id: publicId } = conversation
  for (const [index, content] of texts.entries()) {
    const [writer, reader] = index % 2 === 0 ? [shopper, supplier.owner] : [supplier.owner, shopper]
    if (index > 0) yield addMs(timeline.now(), getReplyDelay(`${key} ${index}`, index))
    const subject = index === 0 ? ({ kind: 'product', id: productId } as const) : undefined
    const messageInput = { clientId: `${key}-${index}`, content, pictures: [], about: subject }
    await sendMessage(db, { publicId, actorId: writer.id, sending: messageInput, now: timeline.now() })
    await markReadUpTo(db, { publicId, actorId: reader.id }, { upTo: index + 1, now: timeline.now() })
  }
}

/** Returns the delay of a reply: stores reply within hours, mostly within one; shoppers at their next visit. */
function getReplyDelay(key: string, index: number): number {
  const share = seededRandom(key)
  return index % 2 === 1 ? 4 * MINUTE + share ** 4 * 9 * HOUR : 20 * MINUTE + share ** 2 * DAY
}
