import { inTransaction, type Database } from '#database/database.ts'
import { AppError, invalid, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { addMs } from '#core/time.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ContactFormData } from './contract.ts'
import type { SupplierLookup } from './port.ts'
import { countMessages, insertContactMessage } from './queries.ts'
import { MESSAGE_WINDOW_MS, validateMessage, MAX_MESSAGES_PER_SENDER } from './rules.ts'

/** The dependencies of contact messages; `limitFactor` multiplies how many one address may send. */
export type ContactDeps = Readonly<{ stores: SupplierLookup; enqueue: Enqueue; limitFactor: number }>

/**
 * Stores a contact message, and emails it by a job to its recipient. Throws `fields_missing`, `bad_email`,
 * `supplier_unknown`, and `too_many_requests` when the address has sent several today: the confirmation goes to
 * whatever address was typed.
 */
export async function sendContactMessage(
  db: Database,
  { form, deps, now }: { form: ContactFormData; deps: ContactDeps; now: Date },
): Promise<void> {
  const error = validateMessage(form)
  if (error) throw invalid(error.code, error.text, { fields: error.fields })
  const supplierId = await resolveSupplierId(db, form, deps.stores)
  await inTransaction(db, async (tx) => {
    const { name, email, message } = form
    const sentCount = await countMessages(tx, email, addMs(now, -MESSAGE_WINDOW_MS))
    if (sentCount >= Math.max(1, Math.floor(MAX_MESSAGES_PER_SENDER * deps.limitFactor)))
      throw tooManyMessagesError()
    const messageId = await insertContactMessage(tx, {
      publicId: newSecretId('contactMessage'),
      supplierId,
      name,
      email,
      message,
      createdAt: now,
    })
    await deps.enqueue(tx, { job: 'contact.mail_message', input: { messageId } })
  })
}

async function resolveSupplierId(
  db: Database,
  { supplier }: ContactFormData,
  stores: SupplierLookup,
): Promise<number | null> {
  if (!supplier) return null
  const store = await stores.find(db, supplier)
  if (store) return store.id
  throw refused('supplier_unknown', 'This store is no longer on the marketplace. Contact us directly.')
}

function tooManyMessagesError(): AppError {
  return new AppError(
    'refused',
    'too_many_requests',
    'You\u2019ve reached the limit of messages for today. We\u2019ll reply to them. Send more tomorrow.',
  )
}
