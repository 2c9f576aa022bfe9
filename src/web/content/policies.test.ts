import { expect, test } from 'vitest'
import { POLICIES } from './policies.ts'

test('the policy texts stand word for word [POLICY-01, POLICY-02, POLICY-03, POLICY-04, POLICY-05, POLICY-06, POLICY-07]', () => {
  expect(textsUnder('Shipping', 'Returns')).toEqual([
    'Processing 1-2 business days.',
    'Free standard shipping over $50.',
    'Delivery: Standard 5-7 days, Expedited 3-5 days, Express 1-2 days.',
    'International shipping to select countries.',
    'Return within 30 days, unused and in original packaging.',
    'Refunds within 7-10 days.',
    "Shipping is non-refundable unless the seller's mistake.",
  ])
})

test('the shop tells its award, its carrier partnership and its badge [CLAIM-10, CLAIM-11, CLAIM-12]', () => {
  expect(textsUnder('Standing')).toEqual([
    'Holder of a top-seller award.',
    'Shipping through a carrier partnership.',
    'Verified supplier badge on a wholesale marketplace.',
  ])
})

function textsUnder(...headings: readonly string[]): readonly string[] {
  return POLICIES.filter((part) => headings.includes(part.heading)).flatMap(
    (part): readonly string[] => part.texts,
  )
}
