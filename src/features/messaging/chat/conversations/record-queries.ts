import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { Side } from '../tables.ts'
import { answersForStore, STORE_TEAM } from '../team-queries.ts'

/** An account's side in a conversation, and its state; keys are internal. */
export type ConversationRecord = Readonly<{
  id: number
  publicId: string
  side: Side
  customerId: number
  supplierId: number
  /** The accounts that answer messages for the store; empty for a store without an owner. */
  teamIds: readonly number[]
  lastNumber: number
  customerRead: number
  storeRead: number
  customerBlockedAt: Date | null
  storeBlockedAt: Date | null
  isCustomerDeleted: boolean
}>

/** Returns the conversation with this public ID as one of its two parties sees it; undefined for other accounts. */
export async function findConversation(
  db: Queryable,
  { publicId, actorId }: Readonly<{ publicId: string; actorId: number }>,
): Promise<ConversationRecord | undefined> {
  const [found] = await queryPrepared<ConversationRecord>(db, FIND_CONVERSATION, [publicId, actorId])
  return found
}

/** Returns a conversation, locked until the transaction ends, so that messages are numbered one by one. */
export async function lockConversation(
  tx: Transaction,
  { publicId, actorId }: Readonly<{ publicId: string; actorId: number }>,
): Promise<ConversationRecord | undefined> {
  const [found] = await queryPrepared<ConversationRecord>(tx, LOCK_CONVERSATION, [publicId, actorId])
  return found
}

const CONVERSATION = `
  select c.id, c.public_id as "publicId", case when c.customer_id = $2 then 'customer' else 'store' end as side,
    c.customer_id as "customerId", c.supplier_id as "supplierId", array(${STORE_TEAM}) as "teamIds", c.last_number as "lastNumber",
    c.customer_read as "customerRead", c.store_read as "storeRead", c.customer_blocked_at as "customerBlockedAt",
    c.store_blocked_at as "storeBlockedAt", p.closed_at is not null as "isCustomerDeleted"
  from conversations c
  join suppliers s on s.id = c.supplier_id
  join accounts p on p.id = c.customer_id
  where c.public_id = $1 and (c.customer_id = $2 or ${answersForStore('$2')})`
const FIND_CONVERSATION = { name: 'chat_find_place', text: CONVERSATION }
const LOCK_CONVERSATION = { name: 'chat_lock_place', text: `${CONVERSATION} for update of c` }

/** Returns the accounts of both parties of a conversation, in the order of their keys. */
export function listAccountIds({
  customerId,
  teamIds,
}: Pick<ConversationRecord, 'customerId' | 'teamIds'>): number[] {
  return [...new Set([customerId, ...teamIds])].sort((a, b) => a - b)
}
