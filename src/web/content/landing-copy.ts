/** The benefits of vendors on the front page (PROD-06). */
export const BENEFITS = [
  {
    title: 'Orders forward themselves',
    text: 'Each order is forwarded automatically to the chosen supplier. Nobody copies an address.',
  },
  {
    title: 'Suppliers ship directly',
    text: 'From the supplier’s bench directly to your customer’s door, tracked all the way.',
  },
  {
    title: 'The difference is yours',
    text: 'You see the wholesale price and set the retail price. You keep the difference.',
  },
  {
    title: 'Only verified suppliers',
    text: 'We check every supplier before listing their first product.',
  },
] as const

/** The testimonial of the front page, which is copy like the claims. */
export const TESTIMONIAL = {
  quote: 'I used to spend my evenings packing parcels. Now I spend them choosing what to show next.',
  who: 'Owner of a small jewellery shop, selling with Cabochon',
} as const

/** The steps of an order (LAND-21), with the product document's titles. */
export const ORDER_FLOW_STEPS = [
  {
    icon: 'order',
    title: 'Customer Orders',
    text: 'A customer buys a product in your store, at your price.',
  },
  {
    icon: 'forward',
    title: 'Direct to Supplier',
    text: 'The order is forwarded to your supplier automatically.',
  },
  {
    icon: 'fulfil',
    title: 'Supplier Fulfillment',
    text: 'The supplier packs the product and ships it to your customer.',
  },
  { icon: 'profit', title: 'Profit Keeps Coming', text: 'You keep the difference, order after order.' },
] as const
