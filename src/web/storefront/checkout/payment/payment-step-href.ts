/** The address of the payment step of an order (CHK-22). */
export function paymentStepHref(orderId: string): string {
  return `/checkout-step-two/?orderID=${encodeURIComponent(orderId)}`
}
