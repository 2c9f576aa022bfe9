import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Select } from '#web/ui/field.tsx'

/** Renders a select of all countries by name. */
export function CountrySelect(props: {
  label: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}) {
  const query = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) =>
      (await call('GET /shop/getAllCountries', { query: { scope: 'all' } }, { signal })).countries,
    staleTime: Infinity,
  })
  return (
    <Select {...props}>
      <option value="">Choose a country</option>
      {(query.data ?? []).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
