/**
 * Where the confirmation of a payment stands. `processing` has the server's `refusal` after it said no, and may be tried
 * again then; `failed` means that there was no usable answer; `missing` that the address names no payment.
 */
export type ConfirmationState =
  | Readonly<{ view: 'missing' }>
  | Readonly<{ view: 'processing'; refusal: string | undefined }>
  | Readonly<{ view: 'success'; orderId: string }>
  | Readonly<{ view: 'failed' }>

/** What can become of asking the server. */
export type ConfirmationEvent =
  | Readonly<{ kind: 'requested' }>
  | Readonly<{ kind: 'confirmed'; orderId: string }>
  | Readonly<{ kind: 'refused'; message: string }>
  | Readonly<{ kind: 'broken' }>

/** Said as a toast when no usable answer came (PAY-09). */
export const NOT_CONFIRMED = 'We couldn’t confirm your payment. Please try again.'

/** How it begins: without a transaction id nothing is asked (PAY-12). */
export function initialConfirmation(transactionId: string): ConfirmationState {
  return transactionId === '' ? { view: 'missing' } : { view: 'processing', refusal: undefined }
}

/** What comes next. A confirmed payment stays confirmed, whatever a late answer says; without an id nothing happens. */
export function confirmationReducer(state: ConfirmationState, event: ConfirmationEvent): ConfirmationState {
  if (state.view === 'missing' || state.view === 'success') return state
  if (event.kind === 'confirmed') return { view: 'success', orderId: event.orderId }
  if (event.kind === 'broken') return { view: 'failed' }
  return { view: 'processing', refusal: event.kind === 'refused' ? event.message : undefined }
}
