import { accountFor, listAccounts, type RedDotAccount, type RedDotSettings } from './accounts.ts'
import { ask, type RedDot, unreachable } from './ask.ts'
import { METHODS, methodOf, orderIdOf } from './order-id.ts'
import { midOf, readPayment, type RedDotPayment } from './payment.ts'
import { isSigned, signMessage } from './signature.ts'
import type { WireMessage } from './wire.ts'

/** A payment by the id that Red Dot or we gave it. */
export type PaymentName = Readonly<{ providerRef: string }> | Readonly<{ reference: string }>

type Named = Readonly<{ transaction_id: string }> | Readonly<{ order_id: string }>
type Question = Readonly<{ account: RedDotAccount; named: Named }>

/**
 * What Red Dot says of a payment now. Nobody says which merchant id it went through, so they are asked one after another,
 * the likeliest first. By our own reference Red Dot can be asked only where order ids are unique; elsewhere a payment without
 * an id of Red Dot's is one whose page was shown to nobody. Throws `provider_unreachable`.
 */
export async function findPayment(redDot: RedDot, name: PaymentName): Promise<RedDotPayment | undefined> {
  const refusals: Refused[] = []
  for (const question of questionsFor(redDot.settings, name)) {
    const answer = await query(redDot, question)
    if (answer === 'none') continue
    if (!('refusal' in answer)) return answer
    refusals.push(answer)
  }
  const [refused] = refusals
  // It may be known by the merchant id that would not say.
  if (refused) throw notTold(refused)
  return undefined
}

function questionsFor({ accounts, hasUniqueOrderIds }: RedDotSettings, name: PaymentName): Question[] {
  if ('providerRef' in name) {
    const method = methodOf(name.providerRef)
    const likeliest = method && accountFor(accounts, method)
    return listAccounts(accounts)
      .toSorted((a, b) => Number(b.mid === likeliest?.mid) - Number(a.mid === likeliest?.mid))
      .map((account) => ({ account, named: { transaction_id: name.providerRef } }))
  }
  if (!hasUniqueOrderIds) return []
  return METHODS.flatMap((method) => {
    const account = accountFor(accounts, method)
    return account ? [{ account, named: { order_id: orderIdOf(name.reference, method) } }] : []
  })
}

/** A question that Red Dot refused, with its words: whether there is such a payment stays unknown. */
export type Refused = Readonly<{ refusal: string }>

/** The error for a question that was refused. */
export function notTold({ refusal }: Refused) {
  return unreachable(new Error(`Red Dot refused to tell of a payment: ${refusal}`))
}

/**
 * Asks one merchant id about a payment: `none` when Red Dot says that there is none, else its refusal where it does not tell.
 * Throws `provider_unreachable` for an answer that is not signed rightly, or is about another payment: it says nothing.
 */
export async function query(
  { send, settings }: RedDot,
  { account, named }: Question,
): Promise<RedDotPayment | 'none' | Refused> {
  const fields = { request_mid: account.mid, ...named }
  const answer = await ask(send, {
    url: `${settings.baseUrl}/service/Merchant_processor/query_redirection`,
    body: JSON.stringify({ ...fields, signature: signMessage(fields, account.secretKey) }),
    type: 'application/json',
  })
  if (answer['signature'] === undefined) return unsigned(answer)
  if (!isSigned(answer, account.secretKey)) throw unreachable(new Error('Red Dot signed its answer wrongly'))
  const found = readPayment(answer)
  const isAsked = found && midOf(found) === account.mid && isNamed(found, named)
  if (isAsked) return found
  throw unreachable(new Error('Red Dot answered about another payment, or in words that are not known'))
}

/** Refusals have no signature. Red Dot publishes no codes for them, so only words that say so mean that there is no payment. */
function unsigned(answer: WireMessage): 'none' | Refused {
  const words = String(answer['response_msg'] ?? '')
  return NO_PAYMENT.test(words) ? 'none' : { refusal: `${String(answer['response_code'])}: ${words}` }
}

const NO_PAYMENT =
  /\b(transaction|payment|order|record)s?\b.{0,40}\b(not found|not exist)|\bno (such )?(transaction|payment|order|record)/i

function isNamed(found: RedDotPayment, named: Named): boolean {
  return 'order_id' in named
    ? found.order_id === named.order_id
    : found.transaction_id === named.transaction_id
}
