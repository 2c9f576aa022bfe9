import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { formatCountry } from '#web/console/data/format.ts'
import { Select } from '#web/ui/field.tsx'

/** Renders a select of countries by code; an optional one has an empty option. */
export function CountrySelect(props: {
  label: string
  value: string
  hint?: string | undefined
  error?: string | undefined
  isOptional?: boolean
  className?: string
  onChange: (code: string) => void
}) {
  const { label, value, hint, error, isOptional = false, className = '', onChange } = props
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) =>
      (await call('GET /shop/getAllCountries', { query: { scope: 'all' } }, { signal })).countries,
    staleTime: Infinity,
  }).data
  const listed = countries ?? (value === '' ? [] : [{ code: value, name: formatCountry(value) }])
  return (
    <Select
      label={label}
      hint={hint}
      error={error}
      className={className}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {isOptional && <option value="">Not stated</option>}
      {listed.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
