import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { formatDollars } from '#web/shared/product/price-view.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import type { TablePiece, Wish } from './chosen-product.ts'
import type { Selection } from './use-selection.ts'

/** What is wrong with what was typed, by field. */
export type EditorFaults = Readonly<{ retailPrice?: string; quantity?: string }>

/** What was typed, or what is wrong with it. Empty fields follow the marketplace. */
export function readWish(
  { retailPrice: price, quantity: count }: Readonly<{ retailPrice: string; quantity: string }>,
  currency: string,
): Wish | EditorFaults {
  const [priceText, countText] = [price.trim(), count.trim()]
  const isPrice = /^\d{1,7}([.,]\d{1,2})?$/.test(priceText) && Number(priceText.replace(',', '.')) >= 0.01
  const isCount = /^\d{1,7}$/.test(countText) && Number(countText) <= 1_000_000
  const faults = {
    ...(priceText === '' || isPrice ? {} : { retailPrice: 'Give a price of 0.01 or more, such as 89.90.' }),
    ...(countText === '' || isCount ? {} : { quantity: 'Give a whole number of 0 or more.' }),
  }
  if (Object.keys(faults).length > 0) return faults
  return {
    retailPrice: priceText === '' ? null : Number(priceText.replace(',', '.')),
    retailCurrency: priceText === '' ? null : currency,
    quantity: countText === '' ? null : Number(countText),
  }
}

/** The form for what the own store is to ask for a piece, and how many it is to offer. Saving it chooses the piece. */
export function PieceEditor(props: {
  piece: TablePiece
  currency: string
  selection: Selection
  onClose: () => void
}) {
  const { piece, currency, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  const { faults, isBusy, submit } = useEditor(props)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={`Price and quantity of ${piece.name}`}
      className="grid gap-4 sm:grid-cols-[1fr_1fr_auto] sm:items-start"
    >
      <Field
        name="retailPrice"
        label={`Retail price (${currency})`}
        inputMode="decimal"
        defaultValue={piece.retailPrice?.toFixed(2) ?? ''}
        error={faults.retailPrice}
        hint={`Empty: what the marketplace asks, ${formatDollars(piece.price)}`}
      />
      <Field
        name="quantity"
        label="Quantity"
        inputMode="numeric"
        defaultValue={piece.quantity ?? ''}
        error={faults.quantity}
        hint={`Empty: all that are in stock, ${piece.stock}`}
      />
      <div className="flex gap-2 sm:pt-7">
        <Button type="submit" busy={isBusy}>
          Save
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function useEditor(editor: {
  piece: TablePiece
  currency: string
  selection: Selection
  onClose: () => void
}) {
  const { piece, currency, selection, onClose } = editor
  const [faults, setFaults] = useState<EditorFaults>({})
  const [isBusy, setIsBusy] = useState(false)

  async function save(form: HTMLFormElement): Promise<void> {
    const typed = new FormData(form)
    const texts = { retailPrice: String(typed.get('retailPrice')), quantity: String(typed.get('quantity')) }
    const wish = readWish(texts, currency)
    if (!('retailCurrency' in wish)) {
      setFaults(wish)
      const first = form.elements.namedItem(wish.retailPrice ? 'retailPrice' : 'quantity')
      if (first instanceof HTMLElement) first.focus()
      return
    }
    setIsBusy(true)
    const isDone = await selection.change(piece, wish)
    setIsBusy(false)
    if (isDone) onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void save(event.currentTarget)
  }

  return { faults, isBusy, submit }
}
