import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { MINUTE } from '#core/time.ts'
import { ProductId } from '#features/catalogue/catalog/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { StoreId } from '../shapes.ts'

const WRITE_LIMIT = { calls: 60, windowMs: MINUTE }

/** The decisions: prices follow the rules, stay as they are, or the products are taken off sale. */
export const COST_DECISIONS = ['follow_rule', 'keep_price', 'take_off'] as const
const Decision = z.enum(COST_DECISIONS)

/**
 * A listing with an increased cost; amounts in its store's currency, `rulePrice` by the vendor's rules. Margins in
 * ten-thousandths.
 */
const CostAlertListing = z.object({
  productId: ProductId,
  name: z.string(),
  store: z.string(),
  currency: z.string(),
  costBefore: z.number(),
  costAfter: z.number(),
  price: z.number().nullable(),
  marginBps: z.number(),
  rulePrice: z.number().nullable(),
})

/**
 * The listings of one supplier with an increased cost, and the effect of each decision on exactly these. Shares in
 * ten-thousandths.
 */
const CostAlertGroup = z
  .object({
    supplier: z.object({ id: z.string(), name: z.string() }),
    /** The name of the product if there is only one. */
    product: z.string().nullable(),
    listings: z.number(),
    stores: z.number(),
    riseBps: z.object({ least: z.number(), most: z.number() }),
    floorBps: z.number(),
    /** Identifies the set of listings with their costs; a decision about another set is refused. */
    fingerprint: z.string(),
    effects: z.object({
      /** The number of changed prices, their average change, and the listings whose margin stays below the minimum. */
      followRule: z.object({ changed: z.number(), averageBps: z.number(), stillBelow: z.number() }),
      /** The smallest remaining margin, and the number of listings sold at a loss. */
      keepPrice: z.object({ lowestMarginBps: z.number(), atLoss: z.number() }),
    }),
    examples: z.array(CostAlertListing),
  })
  .openapi('CostAlertGroup')

/** A decision; `canUndo` for thirty days. */
const CostDecision = z
  .object({
    id: z.string(),
    decision: Decision,
    title: z.string(),
    listings: z.number(),
    decidedAt: z.string(),
    undoneAt: z.string().nullable(),
    canUndo: z.boolean(),
  })
  .openapi('CostDecision')

export const listCostAlerts = endpoint({
  method: 'GET',
  path: '/vendor/cost-alerts',
  summary:
    'Lists your listings whose margin fell below your minimum after a cost increase, with the effect of each decision',
  access: { vendor: 'listings:read' },
  readsReplica: 'current',
  answer: Envelope.extend({ groups: z.array(CostAlertGroup), decisions: z.array(CostDecision) }),
  limit: { calls: 240, windowMs: MINUTE },
})

export const decideCostGroup = endpoint({
  method: 'POST',
  path: '/vendor/cost-alerts/decide',
  summary:
    'Applies one decision to the listings of a supplier that you were shown; refused if the set has changed',
  access: { vendor: 'listings:write' },
  body: z.object({
    supplierId: z.string().regex(idPattern('supplier'), 'Enter a valid supplier id.'),
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'Reload the page and try again.'),
    decision: Decision,
  }),
  answer: Envelope.extend({ decision: CostDecision }),
  refusals: ['cost_alerts_changed'],
  limit: WRITE_LIMIT,
  maxBytes: 4_000,
})

export const decideCostAlerts = endpoint({
  method: 'POST',
  path: '/vendor/listings/cost-alerts',
  summary:
    'Decides about products of a store whose cost rose: their prices follow your rules, stay, or they are taken off sale',
  access: { vendor: 'listings:write' },
  body: z.object({
    storeId: StoreId,
    productIds: z.array(ProductId).min(1).max(500, 'Choose at most 500 products at a time.'),
    decision: Decision,
  }),
  answer: Envelope.extend({ products: z.number(), decisionId: z.string().nullable() }),
  refusals: ['connection_not_found'],
  limit: WRITE_LIMIT,
  maxBytes: 64_000,
})

export const undoCostDecision = endpoint({
  method: 'POST',
  path: '/vendor/cost-decisions/{id}/undo',
  summary:
    'Restores price and visibility of the listings that were decided about; those changed since then stay',
  access: { vendor: 'listings:write' },
  params: z.object({ id: z.string().regex(idPattern('costDecision'), 'Enter a valid id of a decision.') }),
  answer: Envelope.extend({ restored: z.number(), left: z.number() }),
  refusals: ['decision_not_found', 'decision_over'],
  limit: WRITE_LIMIT,
})

export type CostAlertGroupData = z.input<typeof CostAlertGroup>
export type CostAlertListingData = z.input<typeof CostAlertListing>
export type CostDecisionData = z.input<typeof CostDecision>
