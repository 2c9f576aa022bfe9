import { relaxed, type Database } from '#database/database.ts'
import { notFound } from '#ground/errors.ts'
import { insertNotice, type NoticeContent } from '#features/payments/service.ts'
import type { Till } from './pay-order.ts'
import { settlePayment, type Settlement } from './settle-payment.ts'

/** What a notice was about, and how the payment stands after one about a payment. */
export type TakenNotice = Readonly<{
  about: NoticeContent['about']
  state: Settlement['state'] | undefined
  /** Whether it told of money that came. */
  isMoney: boolean
}>

/**
 * Takes in a notice: checked, noted by the provider's event id, then settled. A notice that comes again is settled
 * again, which changes nothing, so that one noted by a process that died right after is not lost.
 */
export async function takeNotice(
  db: Database,
  { till, provider: name, body, header, now }: TakeNotice,
): Promise<TakenNotice> {
  const provider = till.providers.find((one) => one.name === name)
  if (!provider) throw notFound('provider_unknown', 'No such payment provider is set up.')
  const notice = await provider.readNotice(body, header, now)
  // On the disk with the settlement's commit at the latest, which comes before the provider's answer.
  const noting = notice.about === 'payment' ? relaxed(db) : db
  const { eventId, kept = body } = notice
  await insertNotice(noting, { provider: name, eventId, body: kept, receivedAt: now })
  const { about } = notice
  if (about !== 'payment') return { about, state: undefined, isMoney: false }
  const { payment: known } = notice
  const { state } = await settlePayment(db, { provider: name, known, now, enqueue: till.enqueue })
  return { about, state, isMoney: known.state === 'paid' }
}

type TakeNotice = {
  till: Till
  provider: string
  body: string
  header: (name: string) => string | undefined
  now: Date
}
