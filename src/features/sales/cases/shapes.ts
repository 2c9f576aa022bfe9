import { z } from '@hono/zod-openapi'
import { PostalAddressShape } from '#features/sales/shipping/contract.ts'

/** The kinds of complaints. */
export const CASE_KINDS = ['return', 'damaged', 'not_delivered', 'wrong'] as const

export type CaseKind = (typeof CASE_KINDS)[number]

/** The reasons of each kind. */
export const CASE_REASONS = {
  return: ['changed_mind', 'does_not_fit', 'not_as_expected', 'arrived_late', 'withdrawal'],
  damaged: ['broken', 'scratched', 'stone_missing', 'package_damaged'],
  not_delivered: ['nothing_arrived', 'part_missing', 'tracking_stuck', 'returned_to_sender'],
  wrong: ['wrong_piece', 'wrong_size_or_colour', 'not_as_described', 'not_genuine'],
} as const satisfies Readonly<Record<CaseKind, readonly string[]>>

export type CaseReason = (typeof CASE_REASONS)[CaseKind][number]

/** The states of a case: whose turn it is, waiting for goods to leave or arrive, or over. */
export const CASE_STATES = [
  'supplier_turn',
  'buyer_turn',
  'operator_turn',
  'awaiting_return',
  'returning',
  'closed',
] as const

export type CaseState = (typeof CASE_STATES)[number]

/** The actors of a case. */
export const CASE_SIDES = ['buyer', 'supplier', 'operator', 'carrier', 'timer'] as const

export type CaseSide = (typeof CASE_SIDES)[number]

/**
 * The events of a case. `stand`: the default terms apply after silence; `lapse`: goods were not sent back in time;
 * `close`: no decision in time, and the earlier agreement stays.
 */
export const CASE_EVENTS = [
  'open',
  'message',
  'propose',
  'accept',
  'escalate',
  'withdraw',
  'send_back',
  'receive_back',
  'rule',
  'lapse',
  'stand',
  'close',
] as const

export type CaseEvent = (typeof CASE_EVENTS)[number]

/** The outcomes of a case. */
export const CASE_OUTCOMES = ['refunded', 'not_refunded', 'withdrawn'] as const

export type CaseOutcome = (typeof CASE_OUTCOMES)[number]

/** The widths of stored pictures. */
export const PICTURE_WIDTHS = [480, 1600] as const

/** A picture of a case. Anyone with its URL may see it: the URL has 128 random bits, and only the parties get it. */
export const CasePicture = z
  .object({
    id: z.string(),
    url: z.string(),
    smallUrl: z.string(),
    width: z.number(),
    height: z.number(),
  })
  .openapi('CasePicture')

/** The proposed or decided terms: the refund in whole cents, and whether the goods are to be sent back first. */
const Terms = z.object({ amount: z.number(), withReturn: z.boolean() })

/** An entry of a case: a message or an event. */
export const CaseEntry = z
  .object({
    /** Its position in the case, from 1. */
    place: z.number(),
    event: z.enum(CASE_EVENTS),
    side: z.enum(CASE_SIDES),
    text: z.string(),
    /** Whether its texts or pictures were erased because their author closed the account. */
    isErased: z.boolean(),
    terms: Terms.nullable(),
    pictures: z.array(CasePicture),
    at: z.string(),
  })
  .openapi('CaseEntry')

/** The return of a case: its address, who pays for it, and the label, if one was bought; the cost in major units. */
const CaseReturn = z
  .object({
    warehouse: z.string(),
    paidBy: z.enum(['buyer', 'supplier']),
    /** Null while the supplier has none; the buyer has no time limit then. */
    address: PostalAddressShape.nullable(),
    instructions: z.string(),
    label: z
      .object({
        /** Whether it can be printed; otherwise it is being bought. */
        isReady: z.boolean(),
        carrier: z.string(),
        service: z.string().nullable(),
        trackingNumber: z.string().nullable(),
        cost: z.number().nullable(),
        currency: z.string().nullable(),
        /** Who pays for it: the buyer by a lower refund, if it is used. */
        chargedTo: z.enum(['buyer', 'supplier']),
      })
      .nullable(),
    /** Whether the caller may buy a label. */
    canGetLabel: z.boolean(),
    /** Why none could be bought, for the supplier. */
    labelProblem: z.string().nullable(),
  })
  .openapi('CaseReturn')

/** A case as its parties see it. Amounts in whole cents. */
export const CaseShape = z
  .object({
    id: z.string(),
    /** The supplier order, and the purchase's number. */
    order: z.string(),
    number: z.string(),
    supplier: z.string(),
    kind: z.enum(CASE_KINDS),
    reason: z.string(),
    state: z.enum(CASE_STATES),
    version: z.number(),
    outcome: z.enum(CASE_OUTCOMES).nullable(),
    currency: z.string(),
    /** The most that can be refunded. */
    most: z.number(),
    /** Its lines, by their positions in the order from 1; empty for the whole order. */
    lines: z.array(z.object({ line: z.number(), title: z.string(), quantity: z.number() })),
    /** The latest proposals of both sides. */
    buyerProposal: Terms,
    supplierProposal: Terms.nullable(),
    /** The terms that apply after silence; null when it is over. */
    silence: Terms.nullable(),
    /** The agreed or decided terms. */
    agreed: Terms.pick({ amount: true })
      .extend({ by: z.enum(['agreement', 'silence', 'ruling', 'withdrawal']) })
      .nullable(),
    /** The refund when it ended: less than agreed if the bank had taken some of it before. */
    given: z.number().nullable(),
    returnTracking: z.string().nullable(),
    return: CaseReturn.nullable(),
    /** When the side whose turn it is must answer by, and when the case ends for the buyer. */
    answerBy: z.string().nullable(),
    endsAt: z.string().nullable(),
    openedAt: z.string(),
    closedAt: z.string().nullable(),
    /** The latest entries, oldest first, and how many precede them. */
    entries: z.array(CaseEntry),
    earlier: z.number(),
    /** The actions that the caller may take now. */
    actions: z.array(z.enum(CASE_EVENTS)),
  })
  .openapi('Case')

/** A case in a list. */
export const CaseInList = CaseShape.pick({
  id: true,
  order: true,
  number: true,
  supplier: true,
  kind: true,
  reason: true,
  state: true,
  outcome: true,
  currency: true,
  openedAt: true,
})
  .extend({ answerBy: z.string().nullable() })
  .openapi('CaseInList')

export type CaseData = z.input<typeof CaseShape>
export type CaseReturnData = z.input<typeof CaseReturn>
export type CaseEntryData = z.input<typeof CaseEntry>
export type CaseInListData = z.input<typeof CaseInList>
export type CasePictureData = z.input<typeof CasePicture>
