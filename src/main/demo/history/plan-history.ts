import { DAY, HOUR, later, MINUTE } from '#core/time.ts'
import { chance } from '../../../../demo/compose/chance.ts'
import type { DemoFiles, DemoPlace, DemoReviewData } from '../catalogue/demo-files.ts'
import {
  planPieces,
  type PieceOnSale,
  type PieceSource,
  type PlannedPiece,
} from '../catalogue/plan-products.ts'

/** How a supplier's part of a purchase goes: `complaint` is the place of one in the demo's history. */
export type PlannedPart = Readonly<{
  fate: 'sent' | 'cancelled' | 'rejected' | 'sent_in_part' | 'complained'
  acceptMs: number
  shipMs: number
  transitMs: number
  /** Who says that it has arrived; nobody: its timer does. */
  heardBy: 'carrier' | 'buyer' | 'nobody'
  complaint: number | undefined
}>

/** Who buys; a guest has no account. */
export type PlannedBuyer = Readonly<{
  firstName: string
  lastName: string
  email: string
  isGuest: boolean
  place: DemoPlace
}>

/** A review of a piece of the purchase, written at that moment or later, when the piece has arrived. */
export type PlannedReview = Readonly<{
  piece: string
  rating: number
  text: string
  at: Date
  answer: string | undefined
}>

/** A purchase to be played; `key` is its idempotency key, and what all chance about it comes from. */
export type PlannedPurchase = Readonly<{
  key: string
  placedAt: Date
  buyer: PlannedBuyer
  pieces: readonly PlannedPiece[]
  /** Whether whoever signs in as the demo's shopper has bought it. */
  isVisitors: boolean
  isPaid: boolean
  partOf: (slug: string) => PlannedPart
  review: PlannedReview | undefined
}>

/** What a history is planned from: the products that can be sold, by `supplier/externalKey`. */
export type Planning = Readonly<{ files: DemoFiles; onSale: readonly PieceOnSale[]; now: Date }>

/** So many days back the oldest reviews are written; what they are about was bought up to a month before. */
const OLDEST_REVIEW = 150
/** The oldest review of the demo's file, in days. */
const OLDEST_IN_FILE = 400
/** Purchases that nobody has written a review of. */
const WITHOUT_REVIEW = 44
/** Of them so many are of the last days, so that orders of every state are there. */
const OF_LAST_DAYS = 32

/** Each of so many of them is of the demo's shopper. */
const EACH_OF_VISITORS = 11

/** When a review of the demo's file is written. */
export function reviewMoment({ daysAgo, text }: Pick<DemoReviewData, 'daysAgo' | 'text'>, now: Date): Date {
  const days = Math.max(1, (daysAgo * OLDEST_REVIEW) / OLDEST_IN_FILE)
  return later(now, -days * DAY - chance(`${text} hour`) * 10 * HOUR)
}

/** Plans the purchases of the last half year, the same each time but for the moments, which are counted back from `now`. */
export function planHistory(planning: Planning): PlannedPurchase[] {
  const pieces = planPieces(planning.onSale)
  const { reviews } = planning.files
  // All that is reviewed is sold before carts are filled with what is left.
  const firsts = reviews.map(({ supplier, externalKey, text }) =>
    pieces.take(`${supplier}/${externalKey}`, text),
  )
  const reviewed = reviews.flatMap((review, index) => {
    const [key, first] = [`demo-review-${index + 1}`, firsts[index]]
    if (!first) return []
    const bought = [first, ...pieces.takeMore(key, first.slug)] as const
    return [planReviewed(key, { review, bought }, planning)]
  })
  const others = Array.from({ length: WITHOUT_REVIEW }, (_, index) => planOther(index, pieces, planning))
  return [...reviewed, ...others.filter((purchase) => purchase.pieces.length > 0)]
}

type Reviewed = Readonly<{
  review: DemoReviewData
  bought: readonly [PlannedPiece, ...PlannedPiece[]]
}>

/** The purchase by whoever wrote a review of its first piece. */
function planReviewed(key: string, { review, bought }: Reviewed, { files, now }: Planning): PlannedPurchase {
  const [{ id: piece, slug: first }] = bought
  const part = partOf(key, 'sent', true)
  const at = reviewMoment(review, now)
  const days = (part.acceptMs + part.shipMs + part.transitMs) / DAY + 2 + chance(`${key} wait`) * 7
  return {
    key,
    placedAt: shoppingMoment(later(at, -days * DAY), key),
    buyer: inventBuyer(review.author, files, key),
    pieces: bought,
    isVisitors: false,
    isPaid: true,
    partOf: (slug) => (slug === first ? part : partOf(`${key} ${slug}`, fateOf(key, slug))),
    review: { piece, rating: review.rating, text: review.text, at, answer: answerTo(review, files, key) },
  }
}

/** A purchase without a review: one of the last days, or one with a complaint, or any. */
function planOther(index: number, pieces: PieceSource, { files, now }: Planning): PlannedPurchase {
  const key = `demo-order-${index + 1}`
  const isLate = index < OF_LAST_DAYS
  const daysAgo = isLate ? (index / OF_LAST_DAYS) ** 1.7 * 16 : 16 + chance(`${key} when`) ** 1.5 * 150
  const latest = later(now, -daysAgo * DAY - 25 * MINUTE)
  const complaint = index - OF_LAST_DAYS
  const hasComplaint = complaint >= 0 && complaint < files.history.complaints.length
  const part = hasComplaint ? { ...partOf(key, 'complained', true), complaint } : undefined
  const isVisitors = !hasComplaint && index % EACH_OF_VISITORS === 5
  const bought = pieces.takeMore(key)
  return {
    key,
    placedAt: part
      ? complaintStart(part, { files, now, key })
      : isLate
        ? latest
        : shoppingMoment(latest, key),
    buyer: inventBuyer(chance(`${key} account`) < 0.3 ? '' : null, files, key),
    pieces: bought,
    isVisitors,
    isPaid: chance(`${key} paid`) > 0.06 || hasComplaint || isVisitors,
    partOf: (slug) => (part && slug === bought[0]?.slug ? part : partOf(`${key} ${slug}`, fateOf(key, slug))),
    review: undefined,
  }
}

function complaintStart(
  { complaint = 0, acceptMs, shipMs, transitMs }: PlannedPart,
  { files, now, key }: { files: DemoFiles; now: Date; key: string },
): Date {
  // A supplier's silence ends a complaint after three days.
  if (files.history.complaints[complaint]?.ends === 'open')
    return later(now, -(acceptMs + shipMs + transitMs) - 3.5 * DAY)
  return shoppingMoment(later(now, -(60 + complaint * 9) * DAY), key)
}

function fateOf(key: string, slug: string): PlannedPart['fate'] {
  const draw = chance(`${key} ${slug} fate`)
  if (draw < 0.025) return 'cancelled'
  if (draw < 0.045) return 'rejected'
  return draw < 0.1 ? 'sent_in_part' : 'sent'
}

function partOf(key: string, fate: PlannedPart['fate'], isHeard = false): PlannedPart {
  const isLate = chance(`${key} late`) < 0.06
  const heard = chance(`${key} heard`)
  return {
    fate,
    acceptMs: (1 + chance(`${key} accept`) ** 2 * 30) * HOUR,
    shipMs: (isLate ? 5 + chance(`${key} ship`) * 3 : 0.4 + chance(`${key} ship`) * 2.6) * DAY,
    transitMs: (2 + chance(`${key} transit`) * 8) * DAY,
    heardBy: heard < 0.3 ? 'carrier' : heard < 0.88 || isHeard ? 'buyer' : 'nobody',
    complaint: undefined,
  }
}

/** People shop in the evening, and most of all from Friday to Sunday: the moment before `latest` at which they do. */
function shoppingMoment(latest: Date, key: string): Date {
  const day = [0, 1, 2]
    .map((back) => later(latest, -back * DAY))
    .toSorted((one, other) => wishToShop(other, key) - wishToShop(one, key))[0]
  const minutes = (9 + 13 * Math.sqrt(chance(`${key} hour`))) * 60
  const at = new Date((day ?? latest).toISOString().slice(0, 10))
  const moment = later(at, Math.floor(minutes) * MINUTE + chance(`${key} second`) * MINUTE)
  return moment > latest ? later(moment, -DAY) : moment
}

function wishToShop(day: Date, key: string): number {
  const weekday = day.getUTCDay()
  return chance(`${key} ${weekday}`) * (weekday === 0 || weekday >= 5 ? 1.8 : 1)
}

/** Somebody who buys: with `author` as the name, a guest where that is null, anybody with an account where it is empty. */
export function inventBuyer(author: string | null, { history }: DemoFiles, key: string): PlannedBuyer {
  const [given = '', initial = ''] = author?.split(/[ .]/) ?? []
  const letters = Object.keys(history.surnames)
  const letter = initial || pick(letters, `${key} initial`)
  const firstName = given || pick(history.firstNames, `${key} first`)
  const lastName = pick(history.surnames[letter] ?? [letter], `${key} last`)
  const name = `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z.]/g, '')
  return {
    firstName,
    lastName,
    email: `${name}.${key.slice(5)}@shoppers.example`,
    isGuest: author === null,
    place: pick(history.places, `${key} place`),
  }
}

/** Suppliers answer most bad reviews, and some of the best. */
function answerTo({ rating }: DemoReviewData, { history }: DemoFiles, key: string): string | undefined {
  const { glad, sorry } = history.answers
  if (rating <= 3) return chance(`${key} answer`) < 0.7 ? pick(sorry, key) : undefined
  return rating === 5 && chance(`${key} answer`) < 0.12 ? pick(glad, key) : undefined
}

function pick<Item>(items: readonly Item[], words: string): Item {
  const item = items[Math.floor(chance(words) * items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}
