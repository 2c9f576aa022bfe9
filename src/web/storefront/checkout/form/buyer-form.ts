import type { StoredUser } from '#web/app/session/session.ts'
import { emptyCheckoutForm } from './checkout-form.ts'
import type { CheckoutForm, TextField } from './checkout-form.ts'

/** The data that the checkout takes from the signed-in account. */
export type Buyer = Pick<StoredUser, 'id' | 'email' | 'firstName' | 'lastName'>

/**
 * Returns the form for the current buyer, with the names of a signed-in account (CHK-03). An empty email address is
 * filled with the account's. A guest's input is preserved when they sign in; input for one account is not shown to
 * another.
 */
export function toBuyerForm(buyer: Buyer | undefined, form: CheckoutForm): CheckoutForm {
  const id = buyer?.id ?? ''
  const known = form.buyer === '' || form.buyer === id ? form : emptyCheckoutForm(form.country)
  return {
    ...known,
    buyer: id,
    email: known.email || buyer?.email || '',
    firstName: buyer?.firstName || known.firstName,
    lastName: buyer?.lastName || known.lastName,
    saveAddress: id !== '' && known.saveAddress,
  }
}

/** Returns the names that belong to the account and are read-only (VAL-05); a missing one can be typed. */
export function readOnlyNames(buyer: Buyer | undefined): readonly TextField[] {
  if (!buyer) return []
  return (['firstName', 'lastName'] as const).filter((name) => buyer[name] !== '')
}
