import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { cardFaults, groupedNumber, shapedExpiry } from './card-check.ts'
import type { CardFaults, CardField, CardFields } from './card-check.ts'

const NO_CARD: CardFields = { name: '', number: '', expiry: '', code: '' }
const NO_FAULTS: CardFaults = {}

/**
 * A card while its page is open: nothing of it is stored or sent, and when the page is left it is forgotten, also by a
 * browser that would bring the page back as it was. What is wrong is said once the shopper asks, and from then on at
 * once: a text that came as a field is left would move the button away from under the pointer.
 */
export function useCard() {
  const [card, setCard] = useState(NO_CARD)
  const [isAsked, setIsAsked] = useState(false)
  const [openedAt] = useState(() => new Date())
  const faults = isAsked ? cardFaults(card, openedAt) : NO_FAULTS

  useEffect(() => {
    const forget = (): void => setCard(NO_CARD)
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])

  function type(field: CardField, value: string): void {
    setCard({ ...card, [field]: value })
  }

  /** What was typed takes the shape it has on the card. */
  function leave(): void {
    setCard({ ...card, number: groupedNumber(card.number), expiry: shapedExpiry(card.expiry) })
  }

  function check(event: FormEvent): void {
    event.preventDefault()
    setIsAsked(true)
    const found = cardFaults(card, openedAt)
    const first = FIELDS.find((field) => found[field] !== undefined)
    if (first !== undefined) document.getElementById(`card-${first}`)?.focus()
  }

  return { card, faults, looksRight: isAsked && Object.keys(faults).length === 0, type, leave, check }
}

const FIELDS = ['name', 'number', 'expiry', 'code'] as const
