import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Status } from '#web/console/parts/status.tsx'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR } from '../../console/addresses.ts'

/**
 * Returns the ledger's rules, checked against all entries. That reads the whole ledger, so the result is cached for
 * five minutes.
 */
export function useLedgerRules() {
  return useQuery({
    queryKey: ['operator', 'ledger-rules'],
    queryFn: ({ signal }) => call('GET /ledger/invariants', {}, { signal }),
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  })
}

/** Renders whether all rules of the ledger hold, with a link to them. */
export function LedgerState() {
  const rules = useLedgerRules().data
  if (!rules) return null
  const broken = rules.invariants.filter(({ holds }) => !holds).length
  return (
    <Link href={OPERATOR.rules} className="rounded-full">
      {broken === 0 ? (
        <Status tone="good">Ledger: all {rules.invariants.length} rules hold</Status>
      ) : (
        <Status tone="bad">
          Ledger: {broken} of {rules.invariants.length} rules broken
        </Status>
      )}
    </Link>
  )
}
