import { expect, test } from 'vitest'
import { getShippingRules } from '#core/shipping/shipping-rules.ts'
import { policySections } from './policies.ts'
import { assurances } from './product-copy.ts'

test('a new shop shows the documented policy texts word for word [POLICY-01, POLICY-02, POLICY-03, POLICY-04, POLICY-05, POLICY-06, POLICY-07]', () => {
  expect(textsUnder('SG', 'Shipping', 'Returns')).toEqual([
    'Processing 1-2 business days.',
    'Free standard shipping over $50.',
    'Delivery: Standard 5-7 days, Expedited 3-5 days, Express 1-2 days.',
    'International shipping to select countries.',
    'Return within 30 days, unused and in original packaging.',
    'Refunds within 7-10 days.',
    "Shipping is non-refundable unless the seller's mistake.",
  ])
})

test('the policy states the days to return that operators have set', () => {
  const [, returns] = policySections(undefined, { returnDays: 45 })
  expect(returns?.texts[0]).toBe('Return within 45 days, unused and in original packaging.')
})

test('the policy texts for another country have the figures of its rules', () => {
  expect(textsUnder('DK', 'Shipping')).toEqual([
    'Processing 1-2 business days.',
    'Free standard shipping over $150.',
    'Delivery: Standard 12-16 days, Expedited 6-8 days, Express 4-5 days.',
    'International shipping to select countries.',
  ])
  expect(freeShipping(getShippingRules('DK'))).toEqual(['Free Shipping', 'Expedited, order over 600 $'])
})

test('a supplier’s own handling time replaces the marketplace’s', () => {
  const processing = (days: number) => policySections(undefined, { handlingDays: days })[0]?.texts[0]
  expect([0, 1, 5].map(processing)).toEqual([
    'Processing on the same day.',
    'Processing up to 1 working day.',
    'Processing up to 5 working days.',
  ])
})

test('promises no shipping figures when carriers quote the rates', () => {
  const [shipping] = policySections(undefined)
  expect(shipping?.texts.join(' ')).toBe(
    'Processing 1-2 business days. Fees and delivery days are shown for your address at checkout. International shipping to select countries.',
  )
  expect(freeShipping(undefined)).toEqual(['Tracked Shipping', 'Rates at checkout'])
})

test('the shop shows its award, carrier partnership and badge [CLAIM-10, CLAIM-11, CLAIM-12]', () => {
  expect(textsUnder('SG', 'Credentials')).toEqual([
    'Holder of a top-seller award.',
    'Shipping through a carrier partnership.',
    'Verified supplier badge on a wholesale marketplace.',
  ])
})

function textsUnder(country: string, ...headings: readonly string[]): readonly string[] {
  const sections = policySections(getShippingRules(country)).filter(({ heading }) =>
    headings.includes(heading),
  )
  return sections.flatMap(({ texts }) => texts)
}

function freeShipping(rules: ReturnType<typeof getShippingRules> | undefined) {
  return assurances(rules).flatMap(({ icon, name, note }) => (icon === 'shipping' ? [name, note] : []))
}
