import { named, type Queryable, type Transaction } from '#database/database.ts'
import type { Side } from '../tables.ts'

/** Where somebody stands in a conversation, and how that stands; keys are internal. */
export type Place = Readonly<{
  id: number
  publicId: string
  side: Side
  personId: number
  supplierId: number
  /** The account of the store's side; none for a store that nobody owns yet. */
  ownerId: number | null
  lastNumber: number
  personRead: number
  storeRead: number
  personBlockedAt: Date | null
  storeBlockedAt: Date | null
  isPersonGone: boolean
}>

/** The conversation of this public id as one of its two parties sees it; nobody else has one. */
export async function findPlace(
  db: Queryable,
  { publicId, actorId }: Readonly<{ publicId: string; actorId: number }>,
): Promise<Place | undefined> {
  const [found] = await named<Place>(db, FIND_PLACE, [publicId, actorId])
  return found
}

/** The same, held until the transaction ends: messages get their numbers one after the other. */
export async function lockPlace(
  tx: Transaction,
  { publicId, actorId }: Readonly<{ publicId: string; actorId: number }>,
): Promise<Place | undefined> {
  const [found] = await named<Place>(tx, LOCK_PLACE, [publicId, actorId])
  return found
}

const PLACE = `
  select c.id, c.public_id as "publicId", case when c.person_id = $2 then 'person' else 'store' end as side,
    c.person_id as "personId", c.supplier_id as "supplierId", s.owner_id as "ownerId", c.last_number as "lastNumber",
    c.person_read as "personRead", c.store_read as "storeRead", c.person_blocked_at as "personBlockedAt",
    c.store_blocked_at as "storeBlockedAt", p.closed_at is not null as "isPersonGone"
  from conversations c
  join suppliers s on s.id = c.supplier_id
  join people p on p.id = c.person_id
  where c.public_id = $1 and (c.person_id = $2 or s.owner_id = $2)`
const FIND_PLACE = { name: 'chat_find_place', text: PLACE }
const LOCK_PLACE = { name: 'chat_lock_place', text: `${PLACE} for update of c` }

/** Those of the conversation's two parties that have an account, in the order of their keys. */
export function peopleOf({ personId, ownerId }: Pick<Place, 'personId' | 'ownerId'>): number[] {
  return [...new Set(ownerId === null ? [personId] : [personId, ownerId])].sort((a, b) => a - b)
}
