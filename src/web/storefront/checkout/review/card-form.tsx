import { CreditCard, Lock } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import {
  cardBrandName,
  type CardField,
  validateCard,
  formatCardNumber,
  formatExpiry,
  type CardErrors,
  type CardFields,
} from './card-check.ts'
import { SectionHeading } from '../form/section-heading.tsx'
import { useEffect, useState, type FormEvent } from 'react'

/**
 * Renders the credit card form (REV3-02). It checks a card in the page only: its fields have no names, so no browser
 * sends them, and their values exist only while the page is open. The payment is made on the provider's own page.
 */
export function CardForm({ orderId }: { orderId: string }) {
  const { card, errors, looksRight, type, leave, check } = useCard()
  const fieldOf = (field: CardField) => ({
    id: `card-${field}`,
    value: card[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => type(field, event.target.value),
    onBlur: leave,
    ...FIELD_PROPS[field],
  })
  return (
    <form noValidate aria-labelledby="card-heading" onSubmit={check}>
      {/* If submitted before hydration, the form has to return to this order; this is its only field with a name. */}
      <input type="hidden" name="orderID" value={orderId} />
      <SectionHeading id="card-heading" aside={<Brand number={card.number} />}>
        Credit card
      </SectionHeading>
      <div className="grid grid-cols-2 gap-5">
        <Field {...fieldOf('name')} className="col-span-2" />
        <Field {...fieldOf('number')} className="col-span-2" />
        <Field {...fieldOf('expiry')} />
        <Field {...fieldOf('code')} />
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" variant="outline">
          Check card
        </Button>
        <p role="status" className="text-sm">
          {looksRight && 'Your card details look valid.'}
        </p>
      </div>
      <p className="mt-5 flex items-start gap-2 text-xs text-ink-soft">
        <Icon shapes={Lock} aria-hidden="true" className="mt-px size-4 shrink-0" strokeWidth={1.5} />
        Your card is checked on this page only. We don’t store or receive it; you pay on the payment
        provider’s own page.
      </p>
    </form>
  )
}

const FIELD_PROPS = {
  name: { label: 'Name on card', autoComplete: 'cc-name', maxLength: 100 },
  number: { label: 'Card number', autoComplete: 'cc-number', inputMode: 'numeric', maxLength: 30 },
  expiry: {
    label: 'Expiry date',
    autoComplete: 'cc-exp',
    inputMode: 'numeric',
    placeholder: 'MM/YY',
    maxLength: 10,
  },
  code: { label: 'Security code', autoComplete: 'cc-csc', inputMode: 'numeric', maxLength: 4 },
} as const

/** Renders the brand of the card, once the number identifies it. */
function Brand({ number }: { number: string }) {
  const brand = cardBrandName(number)
  if (brand === undefined) return null
  return (
    <span className="flex items-center gap-2 text-sm text-ink-soft">
      <Icon shapes={CreditCard} aria-hidden="true" className="size-5" strokeWidth={1.5} />
      {brand}
    </span>
  )
}

const EMPTY_CARD: CardFields = { name: '', number: '', expiry: '', code: '' }
const NO_ERRORS: CardErrors = {}

/**
 * Returns the state of a card while its page is open. Nothing is stored or sent; leaving the page clears it, even if
 * the browser later restores the page. Errors appear on submit and are then updated at once: an error that appeared
 * when a field loses the focus would move the button away from the pointer.
 */
function useCard() {
  const [card, setCard] = useState(EMPTY_CARD)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [openedAt] = useState(() => new Date())
  const errors = isSubmitted ? validateCard(card, openedAt) : NO_ERRORS

  useEffect(() => {
    const forget = (): void => setCard(EMPTY_CARD)
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])

  function type(field: CardField, value: string): void {
    setCard({ ...card, [field]: value })
  }

  /** Formats the typed number and expiry date as printed on a card. */
  function clearCard(): void {
    setCard({ ...card, number: formatCardNumber(card.number), expiry: formatExpiry(card.expiry) })
  }

  function check(event: FormEvent): void {
    event.preventDefault()
    setIsSubmitted(true)
    const found = validateCard(card, openedAt)
    const first = FIELDS.find((field) => found[field] !== undefined)
    if (first !== undefined) document.getElementById(`card-${first}`)?.focus()
  }

  return {
    card,
    errors,
    looksRight: isSubmitted && Object.keys(errors).length === 0,
    type,
    leave: clearCard,
    check,
  }
}

const FIELDS = ['name', 'number', 'expiry', 'code'] as const
