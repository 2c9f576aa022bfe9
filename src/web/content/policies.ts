/**
 * The shop's standing promises about shipping and returns, word for word (POLICY-01 to POLICY-07), and what it says of its
 * own standing (CLAIM-10 to CLAIM-12): copy that an operator answers for, never worked out from anything.
 */
export const POLICIES = [
  {
    heading: 'Shipping',
    texts: [
      'Processing 1-2 business days.',
      'Free standard shipping over $50.',
      'Delivery: Standard 5-7 days, Expedited 3-5 days, Express 1-2 days.',
      'International shipping to select countries.',
    ],
  },
  {
    heading: 'Returns',
    texts: [
      'Return within 30 days, unused and in original packaging.',
      'Refunds within 7-10 days.',
      "Shipping is non-refundable unless the seller's mistake.",
    ],
  },
  {
    heading: 'Standing',
    texts: [
      'Holder of a top-seller award.',
      'Shipping through a carrier partnership.',
      'Verified supplier badge on a wholesale marketplace.',
    ],
  },
] as const
