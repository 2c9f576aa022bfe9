import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Link } from '#web/ui/link.tsx'

const REFRESH_MS = 300_000

/** Renders the operator's announcements to vendors or suppliers above a console's page; nothing without any. */
export function Announcements({ audience }: { audience: 'vendors' | 'suppliers' }) {
  const { data } = useQuery({
    queryKey: ['announcements', audience],
    queryFn: async ({ signal }) =>
      (await call('GET /announcements', { query: { audience } }, { signal })).announcements,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })
  if (!data || data.length === 0) return null
  return (
    <ul aria-label="Announcements" className="mb-4 flex flex-col gap-2">
      {data.map(({ id, text, link }) => (
        <li key={id} className="rounded-md bg-(--blue-mist) px-4 py-3 text-sm wrap-anywhere text-(--blue)">
          {text}{' '}
          {link && (
            <Link href={link.path} className="font-semibold underline">
              {link.label}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
