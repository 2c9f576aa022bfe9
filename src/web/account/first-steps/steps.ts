/** One of the four steps of the dialog; `picture` is the name of one of the shop's wide pictures. */
export type FirstStep = Readonly<{
  title: string
  description: string
  paragraph: string
  /** Whether it has a film instead of a picture. */
  hasFilm?: true
  picture: StepPicture
  /** The page of the step's subject. */
  link?: Readonly<{ href: string; label: string }>
}>

/** A wide picture in AVIF, and in WebP for older browsers. */
export type StepPicture = Readonly<{ avif: string; webp: string }>

/** The number of steps for every account type (DLG-02). */
export const STEP_COUNT = 4

/** Returns the four steps of an account type; every type but manufacturer gets those of vendors (DLG-06, DLG-07, DLG-10). */
export function firstStepsFor(type: string): readonly FirstStep[] {
  return type === 'manufacturer' ? SUPPLIER_STEPS : VENDOR_STEPS
}

const SILK_PICTURE = { avif: '/landing/hero-silk-800.avif', webp: '/landing/hero-silk-1280.webp' }
const MIDNIGHT_PICTURE = { avif: '/landing/hero-midnight-800.avif', webp: '/landing/hero-midnight-1280.webp' }
const STONE_PICTURE = { avif: '/banners/marketplace-700.avif', webp: '/banners/marketplace-700.webp' }
const EMERALD_PICTURE = {
  avif: '/banners/summer-sale-emerald-800.avif',
  webp: '/banners/summer-sale-emerald-800.webp',
}

const MARKETPLACE_LINK = { href: '/marketplace', label: 'Look at the marketplace' }
const ORDERS_LINK = { href: '/dashboard/orders', label: 'Look at your orders' }
const STORE_LINK = { href: '/m-onboard-one', label: 'Set up your store' }
const PRODUCTS_LINK = { href: '/m-onboard-two', label: 'Add your first product' }

const VENDOR_STEPS: readonly FirstStep[] = [
  {
    title: 'Integrate the store',
    description: 'Integrate the store by watching the video.',
    paragraph:
      'In half a minute it shows the whole journey: finding a product, meeting its supplier, the order, the payment and your dashboard.',
    hasFilm: true,
    picture: SILK_PICTURE,
    link: { href: '/v-onboard-one', label: 'Connect your store' },
  },
  {
    title: 'Link and sync products',
    description: 'Link and sync products that suit your store.',
    paragraph:
      'Each product on the marketplace shows its price and stock. Choose the products you want to sell, set your own prices and sync them to your store.',
    picture: STONE_PICTURE,
    link: { href: '/v-onboard-two', label: 'Choose your products' },
  },
  {
    title: 'Place an order from the store',
    description: 'Place an order from the store, with your customer’s address.',
    paragraph:
      'One order can have products from several suppliers. Each ships its part straight to the address you enter.',
    picture: EMERALD_PICTURE,
    link: { href: '/explore-all', label: 'Browse all products' },
  },
  {
    title: 'Pay from the orders screen',
    description: 'Pay from the orders screen what is not paid yet.',
    paragraph: 'Open an order there to pay it and to track its parcels. The dashboard opens in a new tab.',
    picture: SILK_PICTURE,
    link: ORDERS_LINK,
  },
]

const SUPPLIER_STEPS: readonly FirstStep[] = [
  {
    title: 'Integrate the store',
    description: 'Integrate the store: buyers like to know whom they buy from.',
    paragraph:
      'Your store page shows who you are, what you make and where you ship from. Your products are listed as soon as we have verified you.',
    picture: MIDNIGHT_PICTURE,
    link: STORE_LINK,
  },
  {
    title: 'Sync all products',
    description: 'Sync all products, with their prices and their stock.',
    paragraph:
      'Add photos, dimensions, weight and care instructions, too: the more a product page says, the fewer questions you get.',
    picture: STONE_PICTURE,
    link: PRODUCTS_LINK,
  },
  {
    title: 'Products show on both sides',
    description: 'Products show on both sides: in your store and on the marketplace.',
    paragraph:
      'Vendors and shoppers find a product by search, in its category and in your store, at the same price and stock everywhere.',
    picture: EMERALD_PICTURE,
    link: MARKETPLACE_LINK,
  },
  {
    title: 'Ship after the vendor pays',
    description: 'Ship after the vendor pays, and never before.',
    paragraph:
      'Once an order is paid, we email you the products and the delivery address. The dashboard opens in a new tab.',
    picture: SILK_PICTURE,
  },
]
