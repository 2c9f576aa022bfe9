import { mayIncrease } from './cart-items.ts'

/**
 * Minus, quantity, plus. Minus is off at 1, plus at the stock when that is known (null: unknown). `label` names the
 * piece for those who do not see it.
 */
export function QuantityStepper(props: {
  quantity: number
  stock: number | null
  label: string
  onChange: (quantity: number) => void
}) {
  const { quantity, stock, label, onChange } = props
  return (
    <fieldset
      aria-label={`Quantity of ${label}`}
      className="inline-flex h-10 items-center rounded-full border border-line bg-paper"
    >
      <StepButton
        name="Decrease quantity"
        sign="−"
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      />
      <output aria-live="polite" className="min-w-6 text-center text-sm tabular-nums">
        {quantity}
      </output>
      <StepButton
        name="Increase quantity"
        sign="+"
        disabled={!mayIncrease(quantity, stock)}
        onClick={() => onChange(quantity + 1)}
      />
    </fieldset>
  )
}

function StepButton(props: { name: string; sign: string; disabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={props.name}
      disabled={props.disabled}
      onClick={props.onClick}
      className="grid size-10 place-items-center rounded-full text-lg leading-none text-ink hover:bg-mist disabled:cursor-not-allowed disabled:text-ink-faint disabled:hover:bg-transparent"
    >
      <span aria-hidden="true">{props.sign}</span>
    </button>
  )
}
