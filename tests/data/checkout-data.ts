import type { OrderDetailsData, TrackedOrderData } from '#features/sales/checkout/contract.ts'
import type { ShippingRateData } from '#features/sales/shipping/contract.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { emptyCheckoutForm } from '#web/storefront/checkout/form/checkout-form.ts'
import type { CheckoutForm } from '#web/storefront/checkout/form/checkout-form.ts'

/** Returns a checkout form filled in for Singapore; a test's own fields replace defaults. */
export function createCheckoutForm(overrides: Partial<CheckoutForm> = {}): CheckoutForm {
  return {
    ...emptyCheckoutForm('SG'),
    email: 'mei@example.com',
    firstName: 'Mei',
    lastName: 'Tan',
    blockNumber: '12',
    streetAddress: 'Orchard Road',
    unitNumber: '#12-03',
    zipCode: '238801',
    mobileNumber: '91234567',
    ...overrides,
  }
}

/** Returns a cart line; a test's own fields replace defaults. */
export function createCartItem(overrides: Partial<CartItem> = {}): CartItem {
  return {
    id: 'prd_1',
    store_id: 'sup_1',
    title: 'Signet ring',
    description: 'Onyx in yellow gold.',
    newPrice: 19.99,
    origPrice: 25,
    originalStock: 5,
    quantity: 1,
    image: '/media/aa-800.webp',
    category: 'Rings',
    sku: 'SIG-1',
    manufacturer: 'Atelier Nord',
    warehouse: 'Copenhagen',
    reviewCount: 0,
    rating: 0,
    ...overrides,
  }
}

/** Returns a shipping rate; a test's own fields replace defaults. */
export function createRate(overrides: Partial<ShippingRateData> = {}): ShippingRateData {
  return {
    id: 'rate_1',
    service: 'Economy',
    minDays: 15,
    estimatedDays: 25,
    rate: 2.06,
    freeFrom: null,
    ...overrides,
  }
}

/** Returns an order as the payment step reads it; a test's own fields replace defaults. */
export function createOrderDetails(overrides: Partial<OrderDetailsData> = {}): OrderDetailsData {
  return {
    id: 'pur_1',
    status: 'awaiting_payment',
    subtotal: 1288,
    shippingAmount: 2.06,
    totalAmount: 1290.06,
    isGuest: true,
    guestEmail: 'mei@example.com',
    orderUser: null,
    shippingMethod: 'ship',
    shipments: [{ supplier: 'Atelier Nord', service: 'Economy', minDays: 15, maxDays: 25, rate: 2.06 }],
    streetAddress: '12, Orchard Road',
    address: {
      line2: 'Unit #12-03',
      city: '',
      state: '',
      zip_code: '238801',
      country: 'Singapore',
      mobile_number: '+6591234567',
    },
    expiresAt: '2026-11-21T10:15:00.000Z',
    paymentMethods: ['vm', 'discover', 'paynow', 'upop', 'alipay'],
    unavailableMethods: [],
    ...overrides,
  }
}

/** Returns a tracked order of two suppliers; a test's own fields replace defaults. */
export function createTrackedOrder(overrides: Partial<TrackedOrderData> = {}): TrackedOrderData {
  return {
    id: 'pur_1',
    number: 'C-ZT95H-EZQST',
    status: 'paid',
    placedAt: '2026-11-21T10:00:00.000Z',
    paidAt: '2026-11-21T10:03:00.000Z',
    subtotal: 1288,
    shippingAmount: 4.12,
    totalAmount: 1292.12,
    shippingService: 'Economy',
    shippingMethod: 'ship',
    invoice: '/orders/pur_1/invoice',
    invoiceNumber: 'INV-2026-000123',
    creditNotes: [],
    recipient: {
      name: 'Mei Tan',
      email: 'mei@shopper.example',
      lines: ['12, Tanjong Pagar Road', 'Unit #04-11', '079903', 'Singapore'],
    },
    supplierOrders: [
      createTrackedSupplierOrder('Harbour Setting Co.', {
        title: 'Botanic Emerald Studs',
        quantity: 1,
        unitPrice: 1180,
      }),
      createTrackedSupplierOrder('Hockley Bench', {
        title: 'Towpath Bead Anklet',
        quantity: 2,
        unitPrice: 54,
      }),
    ],
    ...overrides,
  }
}

type TrackedSupplierOrder = TrackedOrderData['supplierOrders'][number]

function createTrackedSupplierOrder(
  supplier: string,
  line: Partial<TrackedSupplierOrder['lines'][number]>,
): TrackedSupplierOrder {
  return {
    id: `ord_${supplier}`,
    supplier,
    warehouse: 'Kowloon Warehouse',
    state: 'paid_hold',
    payment: 'paid',
    fulfilment: 'none',
    refundedAmount: 0,
    chargedBackAmount: 0,
    shipping: { service: 'Economy', minDays: 15, maxDays: 25, rate: 2.06 },
    shipBy: null,
    deliverBy: null,
    reportDays: 30,
    parcels: [],
    timeline: [],
    actions: [],
    withdrawal: null,
    lines: [
      {
        productId: 'prd_1',
        title: '',
        variantTitle: '',
        sku: 'SKU-1',
        quantity: 1,
        shipped: 0,
        withdrawn: 0,
        unitPrice: 0,
        imageUrl: null,
        isReturnable: true,
        withdrawable: 0,
        ...line,
      },
    ],
  }
}

/** Returns a storage that is cleared when the test ends; `isBroken` makes every use of it throw. */
export function createStorage(isBroken = false): Storage {
  const entries = new Map<string, string>()
  const guard = () => {
    if (isBroken) throw new Error('storage is forbidden')
  }
  return {
    get length() {
      return entries.size
    },
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    getItem(key) {
      guard()
      return entries.get(key) ?? null
    },
    setItem(key, value) {
      guard()
      entries.set(key, value)
    },
    removeItem(key) {
      guard()
      entries.delete(key)
    },
  }
}
