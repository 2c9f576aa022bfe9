import { named, type Queryable, type Transaction } from '#database/database.ts'
import type { Side } from '../tables.ts'

/** A message as a person takes it along. */
export type ExportedRow = Readonly<{
  conversation: string
  store: string
  own: Side
  person: string
  side: Side
  content: string
  pictures: readonly string[]
  createdAt: Date
}>

/** All messages of all conversations of a person, those of a store the person owns too, oldest first. */
export async function listEverything(db: Queryable, personId: number): Promise<ExportedRow[]> {
  return named<ExportedRow>(db, LIST_EVERYTHING, [personId])
}

const LIST_EVERYTHING = {
  name: 'chat_list_everything',
  text: `
    select c.public_id as conversation, s.name as store, p.first_name || ' ' || p.last_name as person, m.side,
      case when c.person_id = $1 then 'person' else 'store' end as own, m.content, m.created_at as "createdAt",
      coalesce((select json_agg(k.public_id order by k.position) from chat_pictures k where k.message_id = m.id), '[]')
        as pictures
    from conversations c join suppliers s on s.id = c.supplier_id join people p on p.id = c.person_id
    join chat_messages m on m.conversation_id = c.id
    where c.person_id = $1 or s.owner_id = $1
    order by c.id, m.number`,
}

/** Takes the words out of what a person wrote as such, not as a store; the numbers stay. */
export async function blankMessages(tx: Transaction, personId: number, now: Date): Promise<void> {
  await named(tx, BLANK_MESSAGES, [personId, now])
}

const BLANK_MESSAGES = {
  name: 'chat_blank_messages',
  text: `
    update chat_messages m set content = '', erased_at = $2, product_id = null, supplier_order_id = null
    from conversations c
    where c.id = m.conversation_id and c.person_id = $1 and m.side = 'person' and m.erased_at is null`,
}

/** Forgets the pictures a person has sent or uploaded as such; gives their public ids. */
export async function deletePictures(tx: Transaction, personId: number): Promise<string[]> {
  const found = await named<{ id: string }>(tx, DELETE_PICTURES, [personId])
  return found.map(({ id }) => id)
}

const DELETE_PICTURES = {
  name: 'chat_delete_pictures',
  text: `
    delete from chat_pictures k using conversations c
    where c.id = k.conversation_id and c.person_id = $1 and k.side = 'person' returning k.public_id as id`,
}

/** Forgets what a person was told, and how far. */
export async function deleteInbox(tx: Transaction, personId: number): Promise<void> {
  await named(tx, DELETE_EVENTS, [personId])
  await named(tx, DELETE_INBOX, [personId])
}

const DELETE_EVENTS = { name: 'chat_delete_events', text: 'delete from chat_events where person_id = $1' }
const DELETE_INBOX = { name: 'chat_delete_inbox', text: 'delete from chat_inboxes where person_id = $1' }
