import type { PaymentMethod } from '#features/sales/checkout/contract.ts'

/** The name and description of a payment method. */
export type PaymentMethodText = Readonly<{ method: PaymentMethod; name: string; detail: string }>

/** The label and description of each payment method, in the order of pages (CHK2-03). */
export const PAYMENT_METHOD_TEXTS: readonly PaymentMethodText[] = [
  { method: 'vm', name: 'Credit or debit card', detail: 'Visa and Mastercard' },
  { method: 'discover', name: 'Diners Club or Discover', detail: 'Diners and Discover cards' },
  { method: 'paynow', name: 'PayNow', detail: 'Scan a QR code with your Singapore bank app' },
  { method: 'upop', name: 'UnionPay', detail: 'UnionPay credit and debit cards' },
  { method: 'alipay', name: 'Alipay', detail: 'Pay with your Alipay wallet' },
]
