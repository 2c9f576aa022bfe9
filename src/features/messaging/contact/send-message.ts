import { inTransaction, type Database } from '#database/database.ts'
import { AppError, invalid, refused } from '#core/errors.ts'
import { later } from '#core/time.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ContactFormData } from './contract.ts'
import type { Stores } from './port.ts'
import { countMessages, insertMessage } from './queries.ts'
import { MESSAGE_WINDOW_MS, messageFault, MESSAGES_OF_ONE_SENDER } from './rules.ts'

/** What taking messages needs; `limitFactor` multiplies how many one address may send. */
export type MessageDesk = Readonly<{ stores: Stores; enqueue: Enqueue; limitFactor: number }>

/**
 * Takes a message: it is kept, and mailed by a job to whom it concerns. Throws `fields_missing`, `bad_email`,
 * `supplier_unknown`, and `too_many_requests` when the address has sent a few today: the mail that answers a message
 * goes to whatever address stands in it.
 */
export async function sendMessage(
  db: Database,
  { form, desk, now }: { form: ContactFormData; desk: MessageDesk; now: Date },
): Promise<void> {
  const fault = messageFault(form)
  if (fault) throw invalid(fault.code, fault.text, { fields: fault.fields })
  const supplierId = await storeOf(db, form, desk.stores)
  await inTransaction(db, async (tx) => {
    const { name, email, message } = form
    const sent = await countMessages(tx, email, later(now, -MESSAGE_WINDOW_MS))
    if (sent >= Math.max(1, Math.floor(MESSAGES_OF_ONE_SENDER * desk.limitFactor))) throw tooMany()
    const messageId = await insertMessage(tx, { supplierId, name, email, message, createdAt: now })
    await desk.enqueue(tx, { job: 'contact.mail_message', input: { messageId } })
  })
}

async function storeOf(db: Database, { supplier }: ContactFormData, stores: Stores): Promise<number | null> {
  if (!supplier) return null
  const store = await stores.find(db, supplier)
  if (store) return store.id
  throw refused(
    'supplier_unknown',
    'That store is not on the marketplace any more. Please write to us directly.',
  )
}

function tooMany(): AppError {
  return new AppError(
    'refused',
    'too_many_requests',
    'We already have several messages from this address today, and will answer them. Please write again tomorrow.',
  )
}
