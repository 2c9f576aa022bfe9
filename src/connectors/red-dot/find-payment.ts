import { findAccount, listAccounts, type RedDotAccount, type RedDotSettings } from './accounts.ts'
import { sendRedDotRequest, type RedDot, unreachable } from './request.ts'
import { METHODS, methodFromId, toOrderId } from './order-id.ts'
import { getRequestedMid, readPayment, type RedDotPayment } from './payment.ts'
import { isSigned, signMessage } from './signature.ts'
import type { WireMessage } from './wire.ts'

/** Identifies a payment by Red Dot's id or by our own reference. */
export type PaymentLookup = Readonly<{ providerRef: string }> | Readonly<{ reference: string }>

type PaymentIdField = Readonly<{ transaction_id: string }> | Readonly<{ order_id: string }>
type PaymentQuery = Readonly<{ account: RedDotAccount; named: PaymentIdField }>

/**
 * Returns the current state of a payment at Red Dot. Its merchant id is unknown, so all are queried in turn, the
 * likeliest first. A query by our own reference requires unique order ids; without them, the page of a payment
 * without an id of Red Dot's was never shown. Throws `provider_unreachable`.
 */
export async function findRedDotPayment(
  redDot: RedDot,
  lookup: PaymentLookup,
): Promise<RedDotPayment | undefined> {
  const refusals: QueryRefusal[] = []
  for (const query of buildQueries(redDot.settings, lookup)) {
    const answer = await queryPayment(redDot, query)
    if (answer === 'none') continue
    if (!('refusal' in answer)) return answer
    refusals.push(answer)
  }
  const [refused] = refusals
  // The payment may exist under the merchant id whose query was refused.
  if (refused) throw toQueryError(refused)
  return undefined
}

function buildQueries(
  { accounts, hasUniqueOrderIds }: RedDotSettings,
  lookup: PaymentLookup,
): PaymentQuery[] {
  if ('providerRef' in lookup) {
    const method = methodFromId(lookup.providerRef)
    const likeliest = method && findAccount(accounts, method)
    return listAccounts(accounts)
      .toSorted((a, b) => Number(b.mid === likeliest?.mid) - Number(a.mid === likeliest?.mid))
      .map((account) => ({ account, named: { transaction_id: lookup.providerRef } }))
  }
  if (!hasUniqueOrderIds) return []
  return METHODS.flatMap((method) => {
    const account = findAccount(accounts, method)
    return account ? [{ account, named: { order_id: toOrderId(lookup.reference, method) } }] : []
  })
}

/** A query that Red Dot refused, with its message: whether the payment exists stays unknown. */
export type QueryRefusal = Readonly<{ refusal: string }>

/** Returns the error for a refused query. */
export function toQueryError({ refusal }: QueryRefusal) {
  return unreachable(new Error(`Red Dot refused to report on a payment: ${refusal}`))
}

/**
 * Returns Red Dot's state of a payment of one merchant id; `none` when Red Dot has no such payment. An inconclusive
 * response is returned as its refusal. Throws `provider_unreachable` for a response with an invalid signature, or
 * about another payment, which proves nothing.
 */
export async function queryPayment(
  { send, settings }: RedDot,
  { account, named }: PaymentQuery,
): Promise<RedDotPayment | 'none' | QueryRefusal> {
  const fields = { request_mid: account.mid, ...named }
  const answer = await sendRedDotRequest(send, {
    url: `${settings.baseUrl}/service/Merchant_processor/query_redirection`,
    body: JSON.stringify({ ...fields, signature: signMessage(fields, account.secretKey) }),
    type: 'application/json',
  })
  if (answer['signature'] === undefined) return readUnsigned(answer)
  if (!isSigned(answer, account.secretKey))
    throw unreachable(new Error('Red Dot’s response has an invalid signature'))
  const found = readPayment(answer)
  const isRequested = found && getRequestedMid(found) === account.mid && matchesIdField(found, named)
  if (isRequested) return found
  throw unreachable(new Error('Red Dot responded about another payment, or with an unknown status'))
}

/**
 * Parses a refusal, which is unsigned. Red Dot publishes no codes for them, so only an explicit message means that
 * there is no payment.
 */
function readUnsigned(answer: WireMessage): 'none' | QueryRefusal {
  const message = String(answer['response_msg'] ?? '')
  return NO_PAYMENT.test(message) ? 'none' : { refusal: `${String(answer['response_code'])}: ${message}` }
}

const NO_PAYMENT =
  /\b(transaction|payment|order|record)s?\b.{0,40}\b(not found|not exist)|\bno (such )?(transaction|payment|order|record)/i

function matchesIdField(found: RedDotPayment, idField: PaymentIdField): boolean {
  return 'order_id' in idField
    ? found.order_id === idField.order_id
    : found.transaction_id === idField.transaction_id
}
