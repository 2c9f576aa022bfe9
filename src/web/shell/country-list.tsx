import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CountryData } from '#features/shipping/contract.ts'
import { call, messageOf } from '../api.ts'
import { toast } from '../toast.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** The countries the shop sends to, asked for when the list is first opened; a failure is told as a toast. */
export function CountryList(props: { chosen: string; onChoose: (country: CountryData) => void }) {
  const countries = useCountries()
  if (countries.length === 0) return <CountriesLoading />
  return (
    <ul aria-label="Countries we send to" className="max-h-80 overflow-y-auto overscroll-contain p-2">
      {countries.map((country) => (
        <li key={country.code}>
          <button
            type="button"
            aria-pressed={country.code === props.chosen}
            onClick={() => props.onChoose(country)}
            className="flex min-h-10 w-full items-center justify-between gap-4 rounded-md px-3 text-left text-sm text-ink hover:bg-mist"
          >
            {country.name}
            {country.code === props.chosen && <Check aria-hidden="true" className="size-4 text-accent" />}
          </button>
        </li>
      ))}
    </ul>
  )
}

function CountriesLoading() {
  return (
    <div className="grid gap-3 p-5">
      {['w-2/3', 'w-1/2', 'w-3/4', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}

/** Asked once a visit: the list does not change while somebody shops. */
let known: Promise<readonly CountryData[]> | undefined

function useCountries(): readonly CountryData[] {
  const [countries, setCountries] = useState<readonly CountryData[]>([])
  useEffect(() => {
    known ??= call('GET /shop/getAllCountries').then((answer) => answer.countries)
    known.then(setCountries, (error: unknown) => {
      known = undefined
      toast.error(messageOf(error, 'Something went wrong, please try again later.'))
    })
  }, [])
  return countries
}
