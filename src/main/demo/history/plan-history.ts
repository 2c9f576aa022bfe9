import { DAY, HOUR, addMs, MINUTE } from '#core/time.ts'
import { seededRandom } from '../../../../demo/compose/seeded-random.ts'
import type { DemoFiles, DemoAddressData, DemoReviewData } from '../catalogue/demo-files.ts'
import {
  createItemSource,
  type SellableProduct,
  type ItemSource,
  type PlannedItem,
} from '../catalogue/plan-products.ts'

/** A planned supplier order; `complaint` is the index of one in the demo's history. */
export type PlannedSupplierOrder = Readonly<{
  outcome: 'sent' | 'cancelled' | 'cancellation_requested' | 'rejected' | 'sent_in_part' | 'complained'
  acceptMs: number
  shipMs: number
  transitMs: number
  /** The reporter of its arrival; with `nobody` the timer completes it. */
  reportedBy: 'carrier' | 'buyer' | 'nobody'
  complaint: number | undefined
}>

/** A planned buyer; a guest has no account. */
export type PlannedBuyer = Readonly<{
  firstName: string
  lastName: string
  email: string
  isGuest: boolean
  place: DemoAddressData
}>

/** A review of an item of the purchase, written at its time or later, once the item has arrived. */
export type PlannedReview = Readonly<{
  product: string
  rating: number
  text: string
  at: Date
  answer: string | undefined
}>

/** A purchase to be simulated; `key` is its idempotency key, and the seed of everything random about it. */
export type PlannedPurchase = Readonly<{
  key: string
  placedAt: Date
  buyer: PlannedBuyer
  products: readonly PlannedItem[]
  /** Whether the demo's shopper account is the buyer. */
  isVisitors: boolean
  isPaid: boolean
  partOf: (slug: string) => PlannedSupplierOrder
  review: PlannedReview | undefined
}>

/** The input of a planned history: the products for sale, by `supplier/externalKey`. */
export type HistoryPlanInput = Readonly<{ files: DemoFiles; onSale: readonly SellableProduct[]; now: Date }>

/** The age of the oldest reviews in days; their products were bought up to a month before. */
const OLDEST_REVIEW_DAYS = 150
/** The oldest review of the demo's file, in days. */
const OLDEST_FILE_REVIEW_DAYS = 400
/** The number of purchases without a review. */
const UNREVIEWED_PURCHASES = 44
/** The number of those in the last days, so that orders of every state exist. */
const RECENT_PURCHASES = 32

/** The interval of the demo shopper's purchases: one in this many is theirs. */
const DEMO_SHOPPER_INTERVAL = 11

/** Returns the time of a review of the demo's file. */
export function getReviewTime({ daysAgo, text }: Pick<DemoReviewData, 'daysAgo' | 'text'>, now: Date): Date {
  const days = Math.max(1, (daysAgo * OLDEST_REVIEW_DAYS) / OLDEST_FILE_REVIEW_DAYS)
  return addMs(now, -days * DAY - seededRandom(`${text} hour`) * 10 * HOUR)
}

/**
 * Plans the purchases of the last half year. They are always the same except for their times, which count back from
 * `now`.
 */
export function planHistory(
  input: HistoryPlanInput,
  itemSource: ItemSource = createItemSource(input.onSale),
): PlannedPurchase[] {
  const { reviews } = input.files
  // Reviewed products are sold first; carts are then filled with the rest.
  const firsts = reviews.map(({ supplier, externalKey, text }) =>
    itemSource.take(`${supplier}/${externalKey}`, text),
  )
  const reviewedPurchases = reviews.flatMap((review, index) => {
    const [key, first] = [`demo-review-${index + 1}`, firsts[index]]
    if (!first) return []
    const bought = [first, ...itemSource.takeMore(key, first.slug)] as const
    return [planReviewedPurchase(key, { review, bought }, input)]
  })
  const otherPurchases = Array.from({ length: UNREVIEWED_PURCHASES }, (_, index) =>
    planUnreviewed(index, itemSource, input),
  )
  return [...reviewedPurchases, ...otherPurchases.filter((purchase) => purchase.products.length > 0)]
}

type ReviewedPurchase = Readonly<{
  review: DemoReviewData
  bought: readonly [PlannedItem, ...PlannedItem[]]
}>

/** Plans the purchase of a review's writer, with the reviewed product first. */
function planReviewedPurchase(
  key: string,
  { review, bought }: ReviewedPurchase,
  { files, now }: HistoryPlanInput,
): PlannedPurchase {
  const [{ id: itemId, slug: first }] = bought
  const plannedOrder = planSupplierOrderFor(key, 'sent', true)
  const at = getReviewTime(review, now)
  const days =
    (plannedOrder.acceptMs + plannedOrder.shipMs + plannedOrder.transitMs) / DAY +
    2 +
    seededRandom(`${key} wait`) * 7
  return {
    key,
    placedAt: pickPurchaseTime(addMs(at, -days * DAY), key),
    buyer: createBuyer(review.author, files, key),
    products: bought,
    isVisitors: false,
    isPaid: true,
    partOf: (slug) =>
      slug === first ? plannedOrder : planSupplierOrderFor(`${key} ${slug}`, pickOutcome(key, slug)),
    review: {
      product: itemId,
      rating: review.rating,
      text: review.text,
      at,
      answer: pickReply(review, files, key),
    },
  }
}

/** Plans a purchase without a review: one of the last days, one with a complaint, or any. */
function planUnreviewed(
  index: number,
  itemSource: ItemSource,
  { files, now }: HistoryPlanInput,
): PlannedPurchase {
  const key = `demo-order-${index + 1}`
  const isRecent = index < RECENT_PURCHASES
  const daysAgo = isRecent
    ? (index / RECENT_PURCHASES) ** 1.7 * 16
    : 16 + seededRandom(`${key} when`) ** 1.5 * 150
  const latest = addMs(now, -daysAgo * DAY - 25 * MINUTE)
  const complaint = index - RECENT_PURCHASES
  const hasComplaint = complaint >= 0 && complaint < files.history.complaints.length
  const plannedOrder = hasComplaint
    ? { ...planSupplierOrderFor(key, 'complained', true), complaint }
    : undefined
  const isDemoShopper = !hasComplaint && index % DEMO_SHOPPER_INTERVAL === 5
  const bought = itemSource.takeMore(key)
  return {
    key,
    placedAt: plannedOrder
      ? getComplaintStart(plannedOrder, { files, now, key })
      : isRecent
        ? latest
        : pickPurchaseTime(latest, key),
    buyer: createBuyer(seededRandom(`${key} account`) < 0.3 ? '' : null, files, key),
    products: bought,
    isVisitors: isDemoShopper,
    isPaid: seededRandom(`${key} paid`) > 0.06 || hasComplaint || isDemoShopper,
    partOf: (slug) =>
      plannedOrder && slug === bought[0]?.slug
        ? plannedOrder
        : planSupplierOrderFor(`${key} ${slug}`, pickOutcome(key, slug)),
    review: undefined,
  }
}

function getComplaintStart(
  { complaint = 0, acceptMs, shipMs, transitMs }: PlannedSupplierOrder,
  { files, now, key }: { files: DemoFiles; now: Date; key: string },
): Date {
  // A complaint without a supplier's reply ends after three days, one without a decision later.
  if (['open', 'escalated'].includes(files.history.complaints[complaint]?.ends ?? ''))
    return addMs(now, -(acceptMs + shipMs + transitMs) - 3.5 * DAY)
  return pickPurchaseTime(addMs(now, -(60 + complaint * 9) * DAY), key)
}

function pickOutcome(key: string, slug: string): PlannedSupplierOrder['outcome'] {
  const draw = seededRandom(`${key} ${slug} fate`)
  if (draw < 0.025) return 'cancelled'
  if (draw < 0.045) return 'rejected'
  return draw < 0.1 ? 'sent_in_part' : 'sent'
}

function planSupplierOrderFor(
  key: string,
  outcome: PlannedSupplierOrder['outcome'],
  isReported = false,
): PlannedSupplierOrder {
  const isShippedLate = seededRandom(`${key} late`) < 0.03
  const reportDraw = seededRandom(`${key} heard`)
  return {
    outcome,
    acceptMs: (0.3 + seededRandom(`${key} accept`) ** 2 * 9) * HOUR,
    shipMs:
      (isShippedLate ? 5 + seededRandom(`${key} ship`) * 3 : 0.3 + seededRandom(`${key} ship`) * 1.2) * DAY,
    transitMs: (2 + seededRandom(`${key} transit`) * 8) * DAY,
    reportedBy: reportDraw < 0.3 ? 'carrier' : reportDraw < 0.88 || isReported ? 'buyer' : 'nobody',
    complaint: undefined,
  }
}

/** Picks the time of a purchase before `latest`. People shop in the evening, mostly from Friday to Sunday. */
function pickPurchaseTime(latest: Date, key: string): Date {
  const day = [0, 1, 2]
    .map((back) => addMs(latest, -back * DAY))
    .toSorted((one, other) => getShoppingWeight(other, key) - getShoppingWeight(one, key))[0]
  const minutes = (9 + 13 * Math.sqrt(seededRandom(`${key} hour`))) * 60
  const at = new Date((day ?? latest).toISOString().slice(0, 10))
  const purchasedAt = addMs(at, Math.floor(minutes) * MINUTE + seededRandom(`${key} second`) * MINUTE)
  return purchasedAt > latest ? addMs(purchasedAt, -DAY) : purchasedAt
}

function getShoppingWeight(day: Date, key: string): number {
  const weekday = day.getUTCDay()
  return seededRandom(`${key} ${weekday}`) * (weekday === 0 || weekday >= 5 ? 1.8 : 1)
}

/** Creates a buyer named `author`: a guest for null, any account for an empty text. */
export function createBuyer(author: string | null, { history }: DemoFiles, key: string): PlannedBuyer {
  const [givenName = '', initial = ''] = author?.split(/[ .]/) ?? []
  const initials = Object.keys(history.surnames)
  const initialLetter = initial || pick(initials, `${key} initial`)
  const firstName = givenName || pick(history.firstNames, `${key} first`)
  const lastName = pick(history.surnames[initialLetter] ?? [initialLetter], `${key} last`)
  const name = `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z.]/g, '')
  return {
    firstName,
    lastName,
    email: `${name}.${key.slice(5)}@shoppers.example`,
    isGuest: author === null,
    place: pick(history.places, `${key} place`),
  }
}

/** Picks a reply: suppliers reply to most bad reviews, and to some of the best. */
function pickReply({ rating }: DemoReviewData, { history }: DemoFiles, key: string): string | undefined {
  const { glad, sorry } = history.answers
  if (rating <= 3) return seededRandom(`${key} answer`) < 0.7 ? pick(sorry, key) : undefined
  return rating === 5 && seededRandom(`${key} answer`) < 0.12 ? pick(glad, key) : undefined
}

function pick<Item>(items: readonly Item[], seed: string): Item {
  const item = items[Math.floor(seededRandom(seed) * items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}
