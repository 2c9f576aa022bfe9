import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'

/** One item of a supplier's verification checklist. */
export type VerificationItem = AnswerTo<'GET /store-verification/{supplier}'>['verification']['items'][number]

/** The names of the items of the checklist. */
export const VERIFICATION_LABELS: Readonly<Record<VerificationItem['item'], string>> = {
  company: 'Company and register number',
  address: 'Business address',
  tax_number: 'Tax number',
  identity: 'Owner’s identity',
  product_proof: 'Proof of products',
  bank_account: 'Bank account',
}

/** Returns the cache key of a supplier's checklist. */
export function verificationKey(supplier: string): string[] {
  return ['operator', 'verification', supplier]
}

/** Returns the query of a supplier's verification checklist. */
export function useVerification(supplier: string) {
  return useQuery({
    queryKey: verificationKey(supplier),
    queryFn: async ({ signal }) =>
      (await call('GET /store-verification/{supplier}', { params: { supplier } }, { signal })).verification,
  })
}
