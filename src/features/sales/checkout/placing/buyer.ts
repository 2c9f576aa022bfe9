import type { Actor } from '#platform/http/calls/actor.ts'
import type { OrderFormData } from '../contract.ts'

/** Whoever buys signed in; any kind of account may. */
export type Buyer = Pick<Actor, 'id' | 'email' | 'firstName' | 'lastName'>

/**
 * The checkout form of whoever is signed in: the names are those of the account, whatever the browser sent (CHK-03), where
 * it has them: of some who signed in by another provider no last name is known. Without an e-mail address it is the
 * account's.
 */
export function inNameOf(buyer: Buyer | undefined, form: OrderFormData): OrderFormData {
  if (!buyer) return form
  return {
    ...form,
    email: form.email || buyer.email,
    firstName: buyer.firstName || form.firstName,
    lastName: buyer.lastName || form.lastName,
  }
}
