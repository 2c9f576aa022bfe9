/** What the shipping box of every piece says (PDP-11 to PDP-14). Copy: what binds is the rate chosen at checkout. */
export const SHIPPING_FACTS = [
  { name: 'Shipping', value: 'Available' },
  { name: 'Processing time', value: '1-3 days for 80% of orders' },
  { name: 'Delivery time', value: '15-25 days' },
  { name: 'Shipping fee', value: '$2.06' },
] as const

/** The one packing list of all pieces (PDP-25). */
export const PACKING_LIST = [
  'The piece, in its own pouch',
  'A gift box with a soft lining',
  'A care card with the metal and the stones',
] as const

/** The four assurances under every piece (PDP-29 to PDP-32). */
export const ASSURANCES = [
  { icon: 'quality', name: 'High Quality', note: 'Checked before it is sent' },
  { icon: 'warranty', name: 'Warranty Protection', note: 'Over 2 years' },
  { icon: 'shipping', name: 'Free Shipping', note: 'Order over 150 $' },
  { icon: 'support', name: '24/7 Support', note: 'Day and night' },
] as const

/** The word for one of the four pictures of the assurances. */
export type AssuranceIcon = (typeof ASSURANCES)[number]['icon']
