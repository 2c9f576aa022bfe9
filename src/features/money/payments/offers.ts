import type { PaymentMethod } from './contract.ts'
import type { Capability, PaymentProvider } from './port.ts'

/** A payment to make: a method, and an amount in minor units of a currency. */
export type OfferRequest = Readonly<{ method: PaymentMethod; currency: string; amount: number }>

/** Why no provider accepts a payment: the method is not set up, or the currency or the amount is not supported. */
export type UnavailableReason = 'not_set_up' | 'currency' | 'too_little' | 'too_much'

/** The provider that accepts a payment and its support, or why none does. */
export type Offer =
  | Readonly<{ ok: true; provider: PaymentProvider; capability: Capability }>
  | Readonly<{ ok: false; reason: UnavailableReason }>

/** Returns the first provider that accepts the payment; else the reason closest to acceptance. */
export function findOffer(providers: readonly PaymentProvider[], request: OfferRequest): Offer {
  let nearest: UnavailableReason = 'not_set_up'
  for (const provider of providers) {
    for (const capability of provider.capabilities) {
      const reason = getUnavailableReason(capability, request)
      if (!reason) return { ok: true, provider, capability }
      if (REASON_RANK[reason] > REASON_RANK[nearest]) nearest = reason
    }
  }
  return { ok: false, reason: nearest }
}

const REASON_RANK: Readonly<Record<UnavailableReason, number>> = {
  not_set_up: 0,
  currency: 1,
  too_little: 2,
  too_much: 2,
}

function getUnavailableReason(
  capability: Capability,
  { method, currency, amount }: OfferRequest,
): UnavailableReason | undefined {
  const { currencies, min, max } = capability
  if (capability.method !== method) return 'not_set_up'
  if (currencies !== 'any' && !currencies.includes(currency)) return 'currency'
  if (amount < min) return 'too_little'
  return amount > max ? 'too_much' : undefined
}
