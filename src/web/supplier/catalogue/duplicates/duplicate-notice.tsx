import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER } from '../../console/addresses.ts'

/** Returns the counts of the store's products by view, its categories and its possible duplicates. */
export function useProductCounts(isEnabled = true) {
  return useQuery({
    queryKey: ['supplier', 'product-counts'],
    queryFn: ({ signal }) => call('GET /supplier/product-counts', {}, { signal }),
    enabled: isEnabled,
  })
}

/** Renders a link to the store's possible duplicates; nothing without any. */
export function DuplicateNotice({ className = '' }: { className?: string }) {
  const open = useProductCounts().data?.duplicates ?? 0
  if (open === 0) return null
  return (
    <p className={`flex flex-wrap gap-x-2 text-sm ${className}`}>
      {open === 1
        ? 'Two of your products may be the same.'
        : `${open} pairs of your products may be the same.`}
      <Link href={SUPPLIER.duplicates} className="text-link underline">
        Review duplicates
      </Link>
    </p>
  )
}
