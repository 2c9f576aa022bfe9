import { canIncrease } from '../cart/cart-items.ts'

/**
 * Renders the quantity with minus and plus buttons. Minus is disabled at 1, plus at the stock if that is known (null:
 * unknown). `label` names the product for screen readers.
 */
export function QuantityStepper(props: {
  quantity: number
  stock: number | null
  label: string
  onChange: (quantity: number) => void
}) {
  const { quantity, stock, label, onChange } = props
  return (
    <fieldset aria-label={`Quantity of ${label}`} className="stepper">
      <button
        type="button"
        aria-label="Decrease quantity"
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      >
        −
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        type="button"
        aria-label="Increase quantity"
        disabled={!canIncrease(quantity, stock)}
        onClick={() => onChange(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
