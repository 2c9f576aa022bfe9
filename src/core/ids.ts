const PREFIXES = {
  supplier: 'sup',
  product: 'prd',
  variant: 'var',
  purchase: 'pur',
  supplierOrder: 'ord',
  rate: 'rate',
  transaction: 'txn',
  subscription: 'nws',
  newsletter: 'nwl',
  account: 'usr',
  session: 'ses',
  passkey: 'pky',
  wishlist: 'wsh',
  address: 'adr',
  conversation: 'cnv',
  chatMessage: 'msg',
  chatPicture: 'cpi',
  notificationChoice: 'ntc',
  review: 'rev',
  picture: 'pic',
  parcel: 'pcl',
  parcelCorrection: 'pcc',
  refund: 'rfd',
  case: 'cas',
  casePicture: 'csp',
  chatReport: 'crp',
  payout: 'po',
  payoutFile: 'pf',
  commissionRule: 'com',
  settlementReport: 'stl',
  settlementDiscrepancy: 'std',
  carrierPayment: 'cpy',
  label: 'lbl',
  storeConnection: 'stc',
  productEdit: 'ped',
  productImport: 'imp',
  productDuplicate: 'dup',
  shopOrder: 'sho',
  priceList: 'pls',
  publishPlan: 'pub',
  costDecision: 'cdn',
  productList: 'pdl',
  effect: 'eff',
  teamInvitation: 'inv',
  savedView: 'svw',
  combinedPayment: 'cmb',
  topUp: 'top',
  withdrawal: 'wdr',
  verificationDocument: 'vdc',
  contactMessage: 'ctm',
  changeRequest: 'chg',
  privacyRequest: 'prv',
  apiKey: 'key',
  webhookEndpoint: 'whe',
  webhookEvent: 'evt',
  webhookDelivery: 'dlv',
  promotion: 'prm',
} as const

/** The types of resources that have a public id. */
export type IdKind = keyof typeof PREFIXES

/** The public id of one type of resource; an id of another type is a type error. */
export type Id<K extends IdKind> = string & { readonly kind?: K }

/**
 * Returns a new public ID; IDs sort by creation time. It is the kind's prefix and a UUID version 7 (RFC 9562, 5.7)
 * of `now` (epoch ms).
 */
export function newId<K extends IdKind>(kind: K, now: number = Date.now()): Id<K> {
  const view = takeRandomBytes()
  view.setUint16(0, Math.floor(now / 2 ** 32) & 0xffff)
  view.setUint32(2, now % 2 ** 32)
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  return `${PREFIXES[kind]}_${toHex(view)}`
}

/** Returns a public ID that grants access (an order, a payment): the kind's prefix and 128 random bits. */
export function newSecretId<K extends IdKind>(kind: K): Id<K> {
  return `${PREFIXES[kind]}_${toHex(new DataView(crypto.getRandomValues(new Uint8Array(16)).buffer))}`
}

/** Returns the pattern of a kind's public IDs, for contracts. */
export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${PREFIXES[kind]}_[0-9a-f]{32}$`)
}

const ID_BYTES = 16
const POOL_BYTES = 256 * ID_BYTES
let pool: ArrayBuffer | undefined
let usedBytes = 0

/** Returns 16 random bytes, each used once. They come from a pool, because a call of the system costs more than an id. */
function takeRandomBytes(): DataView {
  if (!pool || usedBytes === POOL_BYTES) {
    pool = crypto.getRandomValues(new Uint8Array(POOL_BYTES)).buffer
    usedBytes = 0
  }
  usedBytes += ID_BYTES
  return new DataView(pool, usedBytes - ID_BYTES, ID_BYTES)
}

function toHex(view: DataView): string {
  return [0, 4, 8, 12].map((at) => view.getUint32(at).toString(16).padStart(8, '0')).join('')
}
