/**
 * The shop's advertised figures. They are agreed copy and never change: never counted, never sent by the API, never
 * mixed with live numbers (CLAIM-13).
 */
export const CLAIMS = {
  verified: 'Products from Verified Suppliers only',
  stats: [
    { figure: '10+', label: 'partner countries' },
    { figure: '100k+', label: 'trusted vendors' },
    { figure: '10+', label: 'global warehouses' },
    { figure: '1200+', label: 'manufacturers' },
  ],
  joining: [
    { figure: '10,000+', label: 'products' },
    { figure: '5,000+', label: 'registered users' },
    { figure: '100,000+', label: 'orders completed' },
  ],
  addedToday: { figure: '109,000+', label: 'products added today' },
} as const
