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
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  new DataView(bytes.buffer).setUint16(0, Math.floor(now / 2 ** 32) & 0xffff)
  new DataView(bytes.buffer).setUint32(2, now % 2 ** 32)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return `${PREFIXES[kind]}_${toHex(bytes)}`
}

/** Returns a public ID that grants access (an order, a payment): the kind's prefix and 128 random bits. */
export function newSecretId<K extends IdKind>(kind: K): Id<K> {
  return `${PREFIXES[kind]}_${toHex(crypto.getRandomValues(new Uint8Array(16)))}`
}

/** Returns the pattern of a kind's public IDs, for contracts. */
export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${PREFIXES[kind]}_[0-9a-f]{32}$`)
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
