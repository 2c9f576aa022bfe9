import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '#web/app/calls/api.ts'
import { actionClass, type ActionVariant } from '#web/console/parts/button.tsx'

/** Renders a link to the storefront of the vendor’s practice shop, or of `storeId` alone; else `fallback`. */
export function TestOrderLink(props: { storeId?: string; variant?: ActionVariant; fallback?: ReactNode }) {
  const { storeId, variant, fallback = null } = props
  const { data, isPending } = useQuery({
    queryKey: ['vendor', 'practice-shops'],
    queryFn: async ({ signal }) => (await call('GET /stores/practice-shop', undefined, { signal })).shops,
  })
  if (isPending) return null
  const shop = data?.find(
    ({ isConnected, connectionId }) => isConnected && (storeId === undefined || connectionId === storeId),
  )
  if (!shop) return fallback
  return (
    <a href={shop.address} className={actionClass({ variant })}>
      Place a test order
    </a>
  )
}
