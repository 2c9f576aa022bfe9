import { useState } from 'react'
import { parseCents, toDecimal } from '#core/money.ts'
import type { ListingData } from '#features/stores/listings/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProfitSimulator } from '../profit/profit-simulator.tsx'

type Choice = 'rule' | 'mine' | 'store'

/** Renders who sets a product's price: the rules, the vendor, or the store. */
export function PriceDialog(props: { listing: ListingData; onClose: () => void; onSaved: () => void }) {
  const { listing, onClose, onSaved } = props
  const { name, store, cost, priceSource, ownPrice, price, productId } = listing
  const [choice, setChoice] = useState<Choice>(
    priceSource === 'mine' || priceSource === 'store' ? priceSource : 'rule',
  )
  const [typed, setTyped] = useState(String(ownPrice ?? price ?? ''))
  const cents = parseCents(typed.replace('$', ''))
  const profit = cents === undefined || cost === null ? undefined : toDecimal(cents) - cost
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Price of ${name}`}
      text="The new price goes to your store within a minute. Stock is always kept up to date."
      submitLabel="Save price"
      canSubmit={choice !== 'mine' || (cents !== undefined && cents > 0)}
      onSubmit={async () => {
        const retailPrice = choice === 'mine' && cents !== undefined ? toDecimal(cents) : null
        await call('POST /stores/selection/change', {
          body: {
            productId,
            isPriceLocked: choice === 'store',
            ...(retailPrice === null
              ? { retailPrice: null }
              : { retailPrice, retailCurrency: store.currency }),
          },
        })
        onSaved()
      }}
      explain={(error) => explainError(error, 'We couldn’t save the price. Please try again in a moment.')}
    >
      <SourceChoice choice={choice} onChange={setChoice} />
      {choice === 'mine' && (
        <Field
          label={`Your price (${store.currency})`}
          inputMode="decimal"
          maxLength={12}
          autoComplete="off"
          value={typed}
          hint={describeProfit(profit, listing)}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <details>
        <summary className="min-h-6 cursor-pointer text-sm font-medium">Profit calculator</summary>
        <div className="mt-3">
          <ProfitSimulator productId={productId} price={ownPrice ?? price} />
        </div>
      </details>
    </FormDialog>
  )
}

function SourceChoice({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Who sets the price</legend>
      {CHOICES.map(({ value, label, text }) => (
        <div key={value}>
          <label className="flex items-center gap-3 text-sm font-medium">
            <input
              type="radio"
              name="price-source"
              aria-describedby={`price-source-${value}`}
              checked={choice === value}
              onChange={() => onChange(value)}
              className="size-5 accent-accent"
            />
            {label}
          </label>
          <p id={`price-source-${value}`} className="ms-8 text-xs text-ink-soft">
            {text}
          </p>
        </div>
      ))}
    </fieldset>
  )
}

const CHOICES: readonly Readonly<{ value: Choice; label: string; text: string }>[] = [
  { value: 'rule', label: 'Follow my price rules', text: 'Without a rule, the marketplace’s price applies.' },
  { value: 'mine', label: 'My own price', text: 'It doesn’t change with costs.' },
  { value: 'store', label: 'Leave the price to my store', text: 'We never change it there.' },
]

function describeProfit(
  profit: number | undefined,
  { cost, store, minimumPrice }: ListingData,
): string | undefined {
  if (profit === undefined || cost === null) return undefined
  const advice =
    minimumPrice !== null && profit + cost < minimumPrice
      ? ` The supplier recommends at least ${formatMoney(minimumPrice, store.currency)}.`
      : ''
  return profit < 0
    ? `Below your cost of ${formatMoney(cost, store.currency)}: you lose ${formatMoney(-profit, store.currency)} on each sale.`
    : `Profit ${formatMoney(profit, store.currency)} on each sale.${advice}`
}
