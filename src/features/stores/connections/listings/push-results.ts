import { truncateLine, MAX_PROBLEM_LENGTH } from '../truncate.ts'
import type { OutgoingProduct, PushOutcome } from '../port.ts'
import { hashTexts } from './listing-texts.ts'
import { findCostAlert, type VariantCosts } from './cost-alert.ts'
import type { PendingProduct, SentOffer } from './listing-queries.ts'
import type { PushResult } from './result-queries.ts'

/** A product on its way into a shop; `priceProblem` says why its price there stays as it is. */
export type PreparedPush = Readonly<{
  product: PendingProduct
  outgoing: OutgoingProduct
  priceProblem: string | null
  costs: VariantCosts
}>

/** Returns the results of pushed products in their stored form; products without an answer are left out. */
export function toPushResults(
  outcomes: readonly PushOutcome[],
  pushes: readonly PreparedPush[],
  currency: string,
): PushResult[] {
  const byReference = new Map(pushes.map((push) => [push.outgoing.reference, push]))
  return outcomes.flatMap((outcome) => {
    const push = byReference.get(outcome.reference)
    if (!push) return []
    const { product, outgoing, priceProblem } = push
    if ('problem' in outcome) {
      const { problem, externalId: knownId = null, variants: known = null, isAboutVariants = false } = outcome
      const failed = toFailedResult(product, truncateLine(problem, MAX_PROBLEM_LENGTH))
      return [{ ...failed, externalId: knownId, variants: known, isAboutVariants }]
    }
    const { externalId, hasPictures, variants = null } = outcome
    return [
      {
        ...toUnchangedResult(push, currency),
        externalId,
        hasPictures,
        variants,
        note: priceProblem ?? explainMissingPictures(push, hasPictures),
        isHidden: outgoing.visibility === undefined ? null : outgoing.visibility === 'hide',
      },
    ]
  })
}

/** Returns the result of a product that could not be pushed, with the reason. */
export function toFailedResult(product: PendingProduct, problem: string): PushResult {
  return { ...toEmptyResult(product), problem }
}

/** Returns the result of a product that the store already has unchanged. */
export function toUnchangedResult(
  { product, outgoing, priceProblem, costs }: PreparedPush,
  currency: string,
): PushResult {
  const sent = toSentOffer(outgoing, { currency, costs: costs.byVariant, before: product.sent })
  return {
    ...toEmptyResult(product),
    note: priceProblem,
    sent,
    costAlert: findCostAlert(product, sent, costs.floorBps),
  }
}

function toEmptyResult(product: PendingProduct): PushResult {
  const { productKey, planId, costAlert, restore, removedIds, uncertainCount } = product
  return {
    productKey,
    externalId: null,
    variants: null,
    problem: null,
    hasPictures: null,
    note: null,
    sent: null,
    costAlert,
    isHidden: null,
    isAboutVariants: false,
    isRestored: Boolean(restore),
    removedIds: removedIds ?? [],
    planId,
    isStale: false,
    uncertainCount,
  }
}

/** Returns whether the store definitely received exactly these prices and quantities last. */
export function isSent(
  { sent, hasFailed, uncertainCount }: PendingProduct,
  outgoing: OutgoingProduct,
  currency: string,
): boolean {
  if (!sent || hasFailed || uncertainCount > 0 || outgoing.visibility !== undefined || outgoing.texts)
    return false
  const wanted = toSentOffer(outgoing, { currency, costs: new Map(), before: sent })
  const references = Object.keys(wanted.variants)
  return (
    sent.currency === currency &&
    Object.keys(sent.variants).length === references.length &&
    references.every((reference) => {
      const [before, after] = [sent.variants[reference], wanted.variants[reference]]
      return before !== undefined && before.quantity === after?.quantity && before.price === after.price
    })
  )
}

/** Returns the values that a store has of a product now; an unchanged price is the one sent last. */
function toSentOffer(
  { variants, keepsPrice = false, texts = {} }: OutgoingProduct,
  {
    currency,
    costs,
    before,
  }: Readonly<{ currency: string; costs: ReadonlyMap<string, number>; before: SentOffer | null }>,
): SentOffer {
  const sentTexts = { ...before?.texts, ...hashTexts(texts) }
  return {
    currency,
    ...(Object.keys(sentTexts).length > 0 ? { texts: sentTexts } : {}),
    variants: Object.fromEntries(
      variants.map(({ reference, price, quantity }) => [
        reference,
        {
          price: keepsPrice ? (before?.variants[reference]?.price ?? null) : price,
          quantity,
          cost: costs.get(reference) ?? null,
        },
      ]),
    ),
  }
}

/**
 * Returns a message if a product never got its pictures in the store; pictures removed later are the owner's choice.
 */
function explainMissingPictures(
  { product, outgoing }: PreparedPush,
  hasPictures: boolean | null,
): string | null {
  const has = hasPictures ?? product.hasPictures
  if (has !== false || product.hasPictures === true || product.pictures.length === 0) return null
  if (outgoing.pictures.length === 0)
    return 'Synced without pictures: this marketplace has no https address yet that your store could fetch them from.'
  return hasPictures === null
    ? 'Synced without pictures. Add them in your store.'
    : 'Synced without pictures: your store could not fetch them. The next sync tries again.'
}
