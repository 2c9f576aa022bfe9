import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { validateCard, formatCardNumber, formatExpiry } from './card-check.ts'
import type { CardErrors, CardField, CardFields } from './card-check.ts'

const EMPTY_CARD: CardFields = { name: '', number: '', expiry: '', code: '' }
const NO_ERRORS: CardErrors = {}

/**
 * A card while its page is open: nothing of it is stored or sent, and when the page is left it is forgotten, also by a
 * browser that would bring the page back as it was. What is wrong is said once the shopper asks, and from then on at
 * once: a text that came as a field is left would move the button away from under the pointer.
 */
export function useCard() {
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

  /** What was typed takes the shape it has on the card. */
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
