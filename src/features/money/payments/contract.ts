/**
 * The five payment methods, by their documented names: card, Diners/Discover, PayNow QR, UnionPay and Alipay (CHK2-03).
 */
export const PAYMENT_METHODS = ['vm', 'discover', 'paynow', 'upop', 'alipay'] as const

/** One way to pay. */
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
