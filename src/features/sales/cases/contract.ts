import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  CASE_KINDS,
  CASE_STATES,
  CaseEntry,
  CaseInList,
  CasePicture,
  CaseShape,
  PICTURE_WIDTHS,
} from './shapes.ts'

const Id = z.string().max(100)
const CaseResponse = Envelope.extend({ case: CaseShape })
const WRITE_LIMIT = { calls: 60, windowMs: MINUTE }
const READ_LIMIT = { calls: 240, windowMs: MINUTE }

/** The size limit of an uploaded picture, in bytes. */
const MAX_PICTURE_BYTES = 10_000_000

const Text = z.string().trim().max(2_000, 'Use at most 2,000 characters.')
const Cents = z.int().min(0).max(99_999_999_999)
/** The case's version that the caller has seen; a call with an outdated version is refused. */
const Version = z.int().min(1)
const EntryContent = {
  text: Text.default(''),
  /** Ids of pictures uploaded to this case by the same side, each used once. */
  pictures: z.array(Id).max(10).default([]),
}

const Message = z.object({ action: z.literal('message'), ...EntryContent })
const Propose = z.object({
  action: z.literal('propose'),
  amount: Cents,
  withReturn: z.boolean(),
  version: Version.optional(),
  ...EntryContent,
})
/** Acceptance of the other side's proposal in that version. */
const Accept = z.object({ action: z.literal('accept'), version: Version, ...EntryContent })
/** The end of the case without a refund, in that version, because a later proposal may be better. */
const Withdraw = z.object({ action: z.literal('withdraw'), version: Version, ...EntryContent })
const Escalate = z.object({ action: z.literal('escalate'), version: Version.optional(), ...EntryContent })

/** The purchase by its secret public id, and the case. */
const BuyerCaseParams = z.object({ purchase: Id, id: Id })
const BUYER_REFUSALS = ['case_not_found', 'sign_in_first', 'order_not_found'] as const
const ACT_REFUSALS = [
  'case_not_found',
  'case_state',
  'case_changed',
  'more_than_left',
  'sent_back_before',
  'picture_not_found',
  'empty_message',
  'too_many_messages',
] as const

export const openCase = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/supplier-orders/{id}/cases',
  summary:
    'Opens a case about a supplier’s part of a purchase that was sent: its earnings are frozen until the case ends. Without an amount (in whole cents) it claims everything, for a return all but the shipping. Items sold as final sale are refused as `not_returnable` where nothing is wrong with them. What was settled before cannot be claimed again; another claim goes to the operator at once. For an account’s purchase only its owner',
  access: 'optional',
  params: BuyerCaseParams,
  body: z.object({
    kind: z.enum(CASE_KINDS),
    reason: z.string().max(60),
    text: Text.min(10, 'Describe what happened in a few words.'),
    amount: Cents.min(1).optional(),
    /** Whether the goods are sent back first; the default for returns is yes. */
    withReturn: z.boolean().optional(),
    lines: z
      .array(z.object({ line: z.int().min(1).max(1_000), quantity: z.int().min(1).max(9_999) }))
      .max(200)
      .default([]),
  }),
  answer: CaseResponse,
  refusals: [
    'order_not_found',
    'sign_in_first',
    'order_state',
    'order_changed',
    'case_open',
    'settled_before',
    'too_many_cases',
    'too_early',
    'too_late',
    'wrong_reason',
    'not_returnable',
    'more_than_left',
    'nothing_left',
    'units_not_there',
  ],
  limit: WRITE_LIMIT,
})

export const withdrawFromContract = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/supplier-orders/{id}/withdraw',
  summary:
    'Exercises the right of withdrawal of a consumer in the EU, the EEA or the UK for items of one supplier, within 14 days of the last delivery; for all eligible items unless lines are given. Opens a case in which the items go back and are refunded, and confirms it by email',
  access: 'optional',
  params: BuyerCaseParams,
  body: z.object({
    lines: z
      .array(z.object({ line: z.int().min(1).max(1_000), quantity: z.int().min(1).max(9_999) }))
      .max(200)
      .default([]),
  }),
  answer: CaseResponse,
  refusals: [
    'order_not_found',
    'sign_in_first',
    'order_state',
    'order_changed',
    'case_open',
    'no_withdrawal',
    'nothing_left',
    'units_not_there',
  ],
  limit: WRITE_LIMIT,
})

export const listBuyerCases = endpoint({
  method: 'GET',
  path: '/orders/{purchase}/cases',
  summary: 'Lists the cases of a purchase with the latest messages of each, oldest first',
  access: 'optional',
  params: z.object({ purchase: Id }),
  answer: Envelope.extend({ cases: z.array(CaseShape) }),
  refusals: ['order_not_found', 'sign_in_first'],
  limit: READ_LIMIT,
})

const entryPage = {
  query: z.object({
    /** The position of the oldest known entry; earlier ones are returned. */
    before: z.coerce.number().int().min(1).max(1_000_000).optional(),
  }),
  answer: Envelope.extend({ entries: z.array(CaseEntry), earlier: z.number() }),
  limit: READ_LIMIT,
} as const

export const listBuyerCaseEntries = endpoint({
  method: 'GET',
  path: '/orders/{purchase}/cases/{id}/entries',
  summary: 'Lists the messages and events of a case, twenty a page, newest first',
  access: 'optional',
  params: BuyerCaseParams,
  ...entryPage,
  refusals: BUYER_REFUSALS,
})

export const performBuyerCaseAction = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/cases/{id}/act',
  summary:
    'Performs a buyer’s action in a case: message, propose, accept the supplier’s proposal, ask the operator, send the goods back, withdraw',
  access: 'optional',
  params: BuyerCaseParams,
  body: z.discriminatedUnion('action', [
    Message,
    Propose,
    Accept,
    Escalate,
    Withdraw,
    z.object({
      action: z.literal('send_back'),
      tracking: z.string().trim().min(4).max(100),
      ...EntryContent,
    }),
  ]),
  answer: CaseResponse,
  refusals: [...ACT_REFUSALS, 'sign_in_first', 'order_not_found'],
  limit: WRITE_LIMIT,
})

const pictureUpload = {
  takes: 'bytes',
  body: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  maxBytes: MAX_PICTURE_BYTES,
  answer: Envelope.extend({ picture: CasePicture }),
  limit: { calls: 30, windowMs: MINUTE },
} as const

export const uploadBuyerCasePicture = endpoint({
  method: 'POST',
  path: '/orders/{purchase}/cases/{id}/pictures',
  summary:
    'Uploads a picture for a case; the request body is the file. JPEG, PNG, WebP, AVIF or GIF of at most 10 MB',
  access: 'optional',
  params: BuyerCaseParams,
  ...pictureUpload,
  refusals: [...BUYER_REFUSALS, 'case_state', 'not_a_picture', 'too_many_pictures'],
})

export const listCases = endpoint({
  method: 'GET',
  path: '/cases',
  summary: 'Lists your store’s cases, or all cases for an operator, newest first, fifty a page',
  access: { manufacturer: 'cases:read', operator: 'cases:read' },
  readsReplica: 'current',
  query: z.object({ state: z.enum(CASE_STATES).optional(), cursor: Id.optional() }),
  answer: Envelope.extend({ cases: z.array(CaseInList), nextCursor: z.string().nullable() }),
  limit: READ_LIMIT,
})

export const readCase = endpoint({
  method: 'GET',
  path: '/cases/{id}',
  summary: 'Returns a case of your store with its latest messages; operators may read any',
  access: { manufacturer: 'cases:read', operator: 'cases:read' },
  params: z.object({ id: Id }),
  answer: CaseResponse,
  refusals: ['case_not_found'],
  limit: READ_LIMIT,
})

export const listCaseEntries = endpoint({
  method: 'GET',
  path: '/cases/{id}/entries',
  summary: 'Lists the messages and events of a case of your store, twenty a page, newest first',
  access: { manufacturer: 'cases:read', operator: 'cases:read' },
  params: z.object({ id: Id }),
  ...entryPage,
  refusals: ['case_not_found'],
})

export const performCaseAction = endpoint({
  method: 'POST',
  path: '/cases/{id}/act',
  summary:
    'Performs an action in a case: of a supplier (message, propose, accept the buyer’s proposal, ask the operator, receive the goods back) or an operator (message, rule, receive the goods back)',
  access: { manufacturer: 'cases:write', operator: 'cases:write' },
  params: z.object({ id: Id }),
  body: z.discriminatedUnion('action', [
    Message,
    Propose,
    Accept,
    Escalate,
    z.object({ action: z.literal('receive_back'), ...EntryContent }),
    z
      .object({
        action: z.literal('rule'),
        amount: Cents,
        withReturn: z.boolean().default(false),
        /** Whether the marketplace pays, so that the supplier keeps its earning. */
        byMarketplace: z.boolean().default(false),
        version: Version.optional(),
        ...EntryContent,
      })
      .refine(({ text }) => text.length >= 10, 'Give the reasons for the decision (at least 10 characters).')
      .refine(
        ({ withReturn, byMarketplace }) => !(withReturn && byMarketplace),
        'A refund that the marketplace pays for doesn’t require a return.',
      ),
  ]),
  answer: CaseResponse,
  refusals: ACT_REFUSALS,
  limit: WRITE_LIMIT,
})

export const uploadCasePicture = endpoint({
  method: 'POST',
  path: '/cases/{id}/pictures',
  summary: 'Uploads a supplier’s or operator’s picture for a case; the request body is the file',
  access: { manufacturer: 'cases:write', operator: 'cases:write' },
  params: z.object({ id: Id }),
  ...pictureUpload,
  refusals: ['case_not_found', 'case_state', 'not_a_picture', 'too_many_pictures'],
})

export const getCasePicture = endpoint({
  method: 'GET',
  path: '/case-pictures/{id}/{width}',
  summary: 'Returns a picture of a case as WebP, for anyone who has its address',
  access: 'public',
  params: z.object({ id: Id, width: z.enum(PICTURE_WIDTHS.map(String)) }),
  answer: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  refusals: ['picture_not_found'],
  limit: { calls: 600, windowMs: MINUTE, counted: 'in_memory' },
})

export type { CaseData, CaseEntryData, CasePictureData, CaseReason } from './shapes.ts'
