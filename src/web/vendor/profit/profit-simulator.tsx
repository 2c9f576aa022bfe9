import { useEffect, useId, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { sampleAddress } from '../console/addresses.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import type { ProductCostsData } from '#features/stores/listings/costs/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { useDeliveryCountry } from '#web/shared/address/delivery-country.ts'
import { formatAmount } from '#web/shared/product/price-view.ts'
import { Field } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { parseNumber, simulateSale } from './profit-rules.ts'
import { FinishedOrders } from './finished-orders.tsx'
import { ProductFacts } from './product-facts.tsx'

type Costs = Readonly<
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; costs: ProductCostsData }
>

/** Renders a product's cost and the profit of a sale after shipping, fees, tax and expected refunds. */
export function ProfitSimulator({ productId, price }: Readonly<{ productId: string; price: number | null }>) {
  const country = useDeliveryCountry()
  const loaded = useCosts(productId, country.code)
  if (loaded.state === 'loading') return <Skeleton className="h-48 w-full" />
  if (loaded.state === 'failed')
    return (
      <p role="alert" className="text-sm text-danger">
        {loaded.message}
      </p>
    )
  return (
    <section aria-label="Profit" className="@container flex flex-col gap-5 text-sm">
      <ProductFacts costs={loaded.costs} country={country.name} />
      <Simulation costs={loaded.costs} price={price} />
      <p>
        <Link href={sampleAddress(productId)} className="underline">
          Order a sample
        </Link>{' '}
        <span className="text-ink-soft">to see and photograph it before you sell it.</span>
      </p>
    </section>
  )
}

function useCosts(id: string, country: string): Costs {
  const [loaded, setLoaded] = useState<Costs>({ state: 'loading' })
  useEffect(() => {
    const abort = new AbortController()
    call('GET /vendor/products/{id}/costs', { params: { id }, query: { country } }, { signal: abort.signal })
      .then(({ costs }) => setLoaded({ state: 'ready', costs }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return
        const message = explainError(
          error,
          'We couldn’t load what this product costs you. Please try again in a moment.',
        )
        setLoaded({ state: 'failed', message })
      })
    return () => abort.abort()
  }, [id, country])
  return loaded
}

function Simulation({ costs, price }: { costs: ProductCostsData; price: number | null }) {
  const store = costs.stores.find(({ rate }) => rate !== null) ?? { currency: SHOP_CURRENCY, rate: 1 }
  const rate = store.rate ?? 1
  const [first] = costs.variants
  const suggested = (first?.suggestedPrice ?? 0) * rate
  const [typed, setTyped] = useState((price ?? suggested).toFixed(2))
  const [assumptions, setAssumptions] = useState(readAssumptions)
  const change = (field: keyof Assumptions, text: string) => {
    const changed = { ...assumptions, [field]: text }
    setAssumptions(changed)
    saveAssumptions(changed)
  }
  const cost = first?.cost ?? null
  if (cost === null) return <p>The supplier hasn’t set a wholesale price yet. Message them to ask for one.</p>
  const result = simulateSale({
    price: parseNumber(typed) ?? 0,
    cost: cost * rate,
    shipping: (costs.shipping[0]?.amount ?? 0) * rate,
    feePercent: parseNumber(assumptions.feePercent) ?? 0,
    feeFixed: parseNumber(assumptions.feeFixed) ?? 0,
    taxPercent: parseNumber(assumptions.taxPercent) ?? 0,
    returnPercent: Math.min(100, parseNumber(assumptions.returnPercent) ?? 0),
  })
  const money = (amount: number) => formatAmount(amount, store.currency)
  return (
    <div className="grid gap-5 @xl:grid-cols-2">
      <div className="grid grid-cols-2 gap-3">
        <NumberField label={`Selling price (${store.currency})`} value={typed} onChange={setTyped} isWide />
        {ASSUMPTIONS.map(({ field, label }) => (
          <NumberField
            key={field}
            label={field === 'feeFixed' ? `${label} (${store.currency})` : label}
            value={assumptions[field]}
            onChange={(text) => change(field, text)}
          />
        ))}
        <p className="col-span-2 text-xs text-ink-soft">
          Fees, tax and refunds are your own estimates. They stay in this browser.
        </p>
      </div>
      <Result
        rows={[
          ['Price', parseNumber(typed) ?? 0],
          ['Wholesale price', -cost * rate],
          ['Shipping', -(costs.shipping[0]?.amount ?? 0) * rate],
          ['Store and payment fees', -result.fees],
          ['Tax in the price', -result.tax],
          ['Expected refunds', -result.returns],
        ]}
        money={money}
        result={result}
      />
      <FinishedOrders productId={costs.productId} cost={cost} shipping={costs.shipping[0]?.amount ?? 0} />
    </div>
  )
}

const ASSUMPTIONS: readonly Readonly<{ field: keyof Assumptions; label: string }>[] = [
  { field: 'feePercent', label: 'Fees in percent' },
  { field: 'feeFixed', label: 'Fee per order' },
  { field: 'taxPercent', label: 'Tax in percent' },
  { field: 'returnPercent', label: 'Refunds in percent' },
]

function NumberField(props: {
  label: string
  value: string
  onChange: (text: string) => void
  isWide?: boolean
}) {
  const { label, value, onChange, isWide = false } = props
  return (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      value={value}
      className={isWide ? 'col-span-2' : ''}
      error={parseNumber(value) === undefined ? 'Enter a number, 0 or more.' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function Result(props: {
  rows: readonly (readonly [string, number])[]
  money: (amount: number) => string
  result: ReturnType<typeof simulateSale>
}) {
  const { rows, money, result } = props
  const titleId = useId()
  return (
    <div aria-live="polite">
      <h3 id={titleId} className="font-semibold">
        Profit per sale
      </h3>
      <dl aria-labelledby={titleId} className="mt-2 flex flex-col gap-1 tabular-nums">
        {rows.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="whitespace-nowrap">{amount < 0 ? `−${money(-amount)}` : money(amount)}</dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>Profit{result.margin === null ? '' : `, ${Math.round(result.margin * 100)}%`}</dt>
          <dd className={result.profit < 0 ? 'text-danger' : ''}>
            {result.profit < 0 ? `−${money(-result.profit)}` : money(result.profit)}
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-ink-soft">Break-even price</dt>
          <dd>{result.breakEven === null ? 'none' : money(result.breakEven)}</dd>
        </div>
      </dl>
    </div>
  )
}

/** A vendor's assumptions about their sales, as typed. */
type Assumptions = Readonly<Record<'feePercent' | 'feeFixed' | 'taxPercent' | 'returnPercent', string>>

/** The card fees of a common store; tax and refunds are unknown. */
const DEFAULTS: Assumptions = { feePercent: '2.9', feeFixed: '0.30', taxPercent: '0', returnPercent: '5' }

const KEY = 'cabochon.profit'

/** Returns the assumptions that were last typed in this browser. */
function readAssumptions(): Assumptions {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (stored === null || typeof stored !== 'object') return DEFAULTS
    const read = (field: keyof Assumptions) => {
      const value: unknown = Reflect.get(stored, field)
      return typeof value === 'string' ? value.slice(0, 12) : DEFAULTS[field]
    }
    return {
      feePercent: read('feePercent'),
      feeFixed: read('feeFixed'),
      taxPercent: read('taxPercent'),
      returnPercent: read('returnPercent'),
    }
  } catch {
    return DEFAULTS
  }
}

/** Stores the assumptions in this browser, if it allows that. */
function saveAssumptions(assumptions: Assumptions): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(assumptions))
  } catch {
    // Without storage they have to be typed again.
  }
}
