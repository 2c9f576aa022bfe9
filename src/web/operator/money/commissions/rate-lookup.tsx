import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { categoryLabel } from '#web/shared/product/category-names.ts'
import { Select } from '#web/ui/field.tsx'
import { CHANNEL_LABELS, type CommissionRule } from './channel-labels.ts'
import { type SupplierOption, SupplierField } from './supplier-field.tsx'

type Channel = NonNullable<CommissionRule['channel']>

/** Renders the current commission rate of sales by supplier, category and channel. */
export function RateLookup({ categories }: { categories: readonly string[] }) {
  const [supplier, setSupplier] = useState<SupplierOption>()
  const [category, setCategory] = useState('')
  const [channel, setChannel] = useState<Channel>('marketplace')
  const scope = {
    channel,
    ...(supplier ? { supplier: supplier.id } : {}),
    ...(category === '' ? {} : { category }),
  }
  const query = useQuery({
    queryKey: ['operator', 'commissions', 'rate', scope],
    queryFn: async ({ signal }) => (await call('GET /commission-rate', { query: scope }, { signal })).percent,
  })
  return (
    <Panel title="Which rate applies" hint="to an order placed now">
      <div className="grid grid-cols-1 gap-3 md:grid-cols-3 md:items-end">
        <SupplierField value={supplier} onChange={setSupplier} />
        <Select label="Category" value={category} onChange={({ target }) => setCategory(target.value)}>
          <option value="">Any other category</option>
          {categories.map((name) => (
            <option key={name} value={name}>
              {categoryLabel(name)}
            </option>
          ))}
        </Select>
        <Select
          label="Channel"
          value={channel}
          onChange={({ target }) => setChannel(target.value === 'vendor' ? 'vendor' : 'marketplace')}
        >
          {Object.entries(CHANNEL_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <p role="status" className="mt-4 min-h-6 text-sm">
        {query.isError &&
          explainError(query.error, 'We couldn’t read the rate. Please try again in a moment.')}
        {query.data !== undefined && (
          <>
            Commission on items: <strong className="tabular-nums">{query.data}%</strong>
          </>
        )}
      </p>
    </Panel>
  )
}
