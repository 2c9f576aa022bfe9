import { z } from '@hono/zod-openapi'
import { CATEGORIES } from '#features/catalogue/catalog/contract.ts'
import { idPattern } from '#core/ids.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The price endings, in hundredths. */
export const ENDINGS = [0, 90, 95, 99] as const

const MAX_RULES = 100

/** Cents up to ten million dollars, the range of product prices. */
const Cents = z
  .int('Enter an amount with at most two decimals.')
  .min(0, 'Enter 0 or more.')
  .max(1_000_000_000)

const TierEnd = Cents.min(1, 'Enter a cost above 0.').nullable()

const Tier = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('multiplier'),
    upToCents: TierEnd,
    value: z
      .int('Enter a factor with at most four decimals.')
      .min(10_000, 'Enter a factor of 1 or more: a price below cost isn’t possible.')
      .max(1_000_000, 'Enter a factor up to 100.'),
  }),
  z.object({
    kind: z.literal('percent'),
    upToCents: TierEnd,
    value: z.int('Enter a percentage with at most two decimals.').min(0, 'Enter 0 or more.').max(1_000_000),
  }),
  z.object({ kind: z.literal('fixed'), upToCents: TierEnd, value: Cents }),
])

const Scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('category'), category: z.enum(CATEGORIES) }),
  z.object({
    kind: z.literal('supplier'),
    supplierId: z.string().regex(idPattern('supplier'), 'Choose a supplier.'),
  }),
])

/**
 * How the retail prices of some products are computed. `value` is in ten-thousandths for a multiplier (25000 is 2.5)
 * and a percentage (5000 is 50%), cents for a fixed amount; `minMarginBps` is the least share of the price that must be
 * profit, in ten-thousandths.
 */
export const PriceRuleShape = z
  .object({
    scope: Scope,
    tiers: z.array(Tier).min(1).max(6, 'A rule has at most six steps.'),
    ending: z.literal(ENDINGS).nullable(),
    minMarginBps: z.int('Enter a percentage.').min(0, 'Enter 0 or more.').max(9_000, 'Enter at most 90%.'),
  })
  .openapi('PriceRule')

/**
 * The value of one dollar in a store's currency, as its owner entered it. In millionths, with a buffer in
 * ten-thousandths.
 */
export const ExchangeRateShape = z
  .object({
    currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code, such as EUR.'),
    rateMicros: z
      .int('Enter a rate with at most six decimals.')
      .min(100, 'Enter a higher rate.')
      .max(1_000_000_000_000),
    bufferBps: z.int('Enter a percentage.').min(0).max(2_000, 'Enter at most 20%.'),
    enteredAt: z.iso.datetime(),
  })
  .openapi('ExchangeRate')

/** The price rules of a vendor, with their version: 0 before the first are saved. */
export const PricingShape = z
  .object({
    version: z.number(),
    rules: z.array(PriceRuleShape),
    rates: z.array(ExchangeRateShape),
    savedAt: z.string().nullable(),
  })
  .openapi('Pricing')

/** Price rules to save. */
export const PricingForm = z.object({
  rules: z.array(PriceRuleShape).max(MAX_RULES, `Save at most ${MAX_RULES} rules.`),
  rates: z.array(ExchangeRateShape).max(20),
})

export const getPricing = endpoint({
  method: 'GET',
  path: '/vendor/pricing',
  summary: 'Returns your price rules and exchange rates, with their version',
  access: { vendor: 'pricing:read' },
  answer: Envelope.extend({ pricing: PricingShape }),
  limit: { calls: 240, windowMs: MINUTE },
})

export const savePricing = endpoint({
  method: 'POST',
  path: '/vendor/pricing',
  summary:
    'Saves your price rules over the version you have read; prices in your stores follow automatically',
  access: { vendor: 'pricing:write' },
  body: PricingForm.extend({ version: z.int().min(0) }),
  answer: Envelope.extend({ pricing: PricingShape }),
  refusals: ['pricing_changed', 'bad_rule'],
  limit: { calls: 60, windowMs: 10 * MINUTE },
  maxBytes: 64_000,
})

export type PricingData = z.input<typeof PricingShape>
export type PriceRuleData = z.input<typeof PriceRuleShape>
export type ExchangeRateData = z.input<typeof ExchangeRateShape>
export type PricingFormData = z.input<typeof PricingForm>
