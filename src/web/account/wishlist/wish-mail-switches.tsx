import { Checkbox } from '#web/ui/field.tsx'
import type { ListedWish, Show } from './use-wishes.ts'
import { setTells } from './wish-actions.ts'

/** Which changes of the piece are told by mail: none, unless somebody wishes so. */
export function WishMailSwitches({ wish, show }: { wish: ListedWish; show: Show }) {
  const { priceDrop, backInStock } = wish.tells
  return (
    <fieldset className="relative flex flex-col gap-2 pt-4">
      <legend className="float-start mb-2 w-full text-xs text-ink-soft">
        Mail me about<span className="sr-only">{` ${wish.name}`}</span>
      </legend>
      <Checkbox
        label="Price drop"
        checked={priceDrop}
        onChange={() => void setTells(wish, { priceDrop: !priceDrop }, show)}
      />
      <Checkbox
        label="Back in stock"
        checked={backInStock}
        onChange={() => void setTells(wish, { backInStock: !backInStock }, show)}
      />
    </fieldset>
  )
}
