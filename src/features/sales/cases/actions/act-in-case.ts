import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { notFound, refused } from '#core/errors.ts'
import {
  findMoney,
  lockOrder,
  type LockedOrder,
  type OrderDesk,
  refundableOf,
  type Whose,
} from '#features/sales/orders/service.ts'
import {
  type Case,
  findOrderOf,
  findProposal,
  insertEntry,
  lockCase,
  type Terms,
  updateCase,
} from '../case-queries.ts'
import { setClock } from '../timers/clock.ts'
import { moreThanLeft } from './open-case.ts'
import { type CaseStep, caseStep } from '../rules.ts'
import { settleCase } from './settle-case.ts'
import { checkMessages, tellMessage } from '../messages/tell-messages.ts'
import type { CaseEvent, CaseSide, CaseState } from '../shapes.ts'

/** Something that one side does in a case; `terms` of a proposal or ruling, in cents. */
export type Act = Readonly<{
  event: Exclude<CaseEvent, 'open'>
  text: string
  pictures: readonly string[]
  version?: number | undefined
  terms?: Terms
  byMarketplace?: boolean
  tracking?: string
}>

/** Who does it in which case. */
export type Acting = Readonly<{
  caseId: string
  side: CaseSide
  whose: Whose
  personId: number | null
  desk: OrderDesk
  now: Date
}>

/**
 * Does one thing in a case, with everything that belongs to it: the story, whose turn it is, the timers, the end with its money,
 * and the letters. Throws `case_not_found`; refuses with `case_state`, `case_changed`, `more_than_left`, `sent_back_before`,
 * `picture_not_found`, `empty_message` and `too_many_messages`.
 */
export async function actInCase(db: Database, acting: Acting, act: Act): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { found, locked } = await lockWhole(tx, acting)
    if (act.version !== undefined && act.version !== found.version) throw changed()
    await actOn(tx, { ...acting, found, locked }, act)
  })
}

/** A case and its order, both locked, and who acts. */
export type Standing = Acting & Readonly<{ found: Case; locked: LockedOrder }>

/** Does one thing in a locked case, as `actInCase` does. */
export async function actOn(tx: Transaction, standing: Standing, act: Act): Promise<void> {
  const { found, side, personId, desk, now } = standing
  const step = caseStep(found, act.event, side)
  if (!step)
    throw refused('case_state', 'That is not possible any more as the case stands now.', {
      state: found.state,
    })
  if (act.event === 'message' && act.text === '' && act.pictures.length === 0)
    throw refused('empty_message', 'Please write something, or show a picture.')
  if (act.event === 'message') await checkMessages(tx, { caseId: found.id, side }, now)
  const { terms } = act
  if (terms) await checkTerms(tx, standing, terms)
  const { event, text, pictures } = act
  const said = { caseId: found.id, event, side, personId, text, pictures, now }
  const entry = await insertEntry(tx, { ...said, ...(terms ? { terms } : {}) })
  if (entry.pictures < new Set(pictures).size)
    throw refused('picture_not_found', 'A picture is not there. Please add it again.')
  await lead(tx, { ...standing, step, act })
  const { enqueue } = desk
  const telling = { caseId: found.id, side, entryId: entry.id, now }
  await (event === 'message'
    ? tellMessage(tx, telling, enqueue)
    : enqueue(tx, { job: 'cases.mail_news', input: { entryId: entry.id } }))
}

type Leading = Standing & Readonly<{ step: CaseStep; act: Act }>

async function lead(tx: Transaction, leading: Leading): Promise<void> {
  const { found, step, act } = leading
  switch (step.to) {
    case 'stays':
      return undefined
    case 'agreed':
      return agree(tx, leading, await termsOf(tx, found, act))
    case 'settled':
      return settle(tx, leading, found.agreedAmount ?? 0)
    case 'closed':
      return settle(tx, leading, 0)
    default:
      return turn(tx, leading, { state: step.to, ...(act.tracking ? { returnTracking: act.tracking } : {}) })
  }
}

/** What is agreed: the ruling; else what the side has proposed whose turn it is not, the buyer where an operator was asked. */
async function termsOf(tx: Transaction, { id, state }: Case, { terms }: Act): Promise<Terms> {
  const proposed = terms ?? (await findProposal(tx, id, state === 'buyer_turn' ? 'supplier' : 'buyer'))
  if (!proposed) throw new Error('nothing was proposed')
  return proposed
}

async function agree(tx: Transaction, leading: Leading, { amount, withReturn }: Terms): Promise<void> {
  const { found, act, now } = leading
  const agreedBy = act.event === 'rule' ? 'ruling' : act.event === 'stand' ? 'silence' : 'agreement'
  const agreed = { agreedAmount: amount, agreedBy } as const
  if (withReturn && amount > 0) return turn(tx, leading, { state: 'awaiting_return', ...agreed })
  await updateCase(tx, { id: found.id, state: found.state, ...agreed, now })
  return settle(tx, leading, amount)
}

function settle(tx: Transaction, leading: Leading, amount: number): Promise<void> {
  const { act } = leading
  const otherwise = act.event === 'withdraw' ? 'withdrawn' : 'not_refunded'
  return settleCase(tx, { ...leading, amount, byMarketplace: act.byMarketplace ?? false, otherwise })
}

type Turn = Readonly<{
  state: CaseState
  returnTracking?: string
  agreedAmount?: number
  agreedBy?: Case['agreedBy']
}>

async function turn(tx: Transaction, { found, now }: Leading, to: Turn): Promise<void> {
  await updateCase(tx, { id: found.id, ...to, now })
  await setClock(tx, { caseId: found.id, from: found.state, to: to.state, now })
}

async function checkTerms(
  tx: Transaction,
  { found, locked }: Standing,
  { amount, withReturn }: Terms,
): Promise<void> {
  const left = refundableOf(await findMoney(tx, locked.order.id))
  if (amount > left) throw moreThanLeft(left)
  if (withReturn && found.isSentBack)
    throw refused(
      'sent_back_before',
      'The pieces were sent back already: please decide without asking for them.',
    )
}

/** The case and its order, locked in that order: the order first. Throws `case_not_found`. */
export async function lockWhole(
  tx: Transaction,
  { caseId, whose }: Pick<Acting, 'caseId' | 'whose'>,
): Promise<{ found: Case; locked: LockedOrder }> {
  const orderId = await findOrderOf(tx, caseId)
  const locked = orderId === undefined ? undefined : await lockOrder(tx, orderId, whose)
  const found = locked && (await lockCase(tx, caseId))
  if (!locked || !found) throw caseNotFound()
  return { found, locked }
}

/** There is no such case, or it is not the asker's. */
export function caseNotFound() {
  return notFound('case_not_found', 'There is no such case.')
}

function changed() {
  return refused('case_changed', 'The case has changed since you opened it. Please look at it again.')
}
