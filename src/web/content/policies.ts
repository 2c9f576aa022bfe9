/** The shop's standing promises about shipping and returns, word for word (POLICY-01 to POLICY-07). */
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
] as const
