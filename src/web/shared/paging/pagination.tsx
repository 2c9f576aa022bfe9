import { Link } from '#web/ui/link.tsx'

/** An item of the pagination: a page number, or a gap after the page `after`. */
type PageItem = Readonly<{ kind: 'page'; page: number }> | Readonly<{ kind: 'gap'; after: number }>

/** The largest number of pages that are all shown; above it there is an ellipsis (MKT-17). */
const MAX_UNCOLLAPSED = 5

/**
 * Returns the page numbers to show. They are all of up to five pages, else the first, the last, the current one and
 * its neighbours.
 */
export function pageItems(current: number, last: number): readonly PageItem[] {
  const items: PageItem[] = []
  let previousPage = 0
  for (const page of visiblePages(current, last)) {
    if (page - previousPage > 1) items.push({ kind: 'gap', after: previousPage })
    items.push({ kind: 'page', page })
    previousPage = page
  }
  return items
}

function visiblePages(current: number, last: number): readonly number[] {
  if (last <= MAX_UNCOLLAPSED) return Array.from({ length: last }, (_, index) => index + 1)
  const pages = new Set([1, current - 1, current, current + 1, last])
  return [...pages].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
}

/**
 * Renders the pagination: 'Previous', numbered pages, 'Next'. `hrefOf` returns a page's address; 'Previous' is disabled
 * on the first page, 'Next' on the last.
 */
export function Pagination(props: { page: number; pages: number; hrefOf: (page: number) => string }) {
  const { page, pages, hrefOf } = props
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-1">
      <StepLink label="Previous" href={page > 1 ? hrefOf(page - 1) : undefined} />
      <ol className="flex flex-wrap items-center justify-center gap-1">
        {pageItems(page, pages).map((place) =>
          place.kind === 'gap' ? (
            <li key={`gap ${place.after}`} className="min-w-6 text-center text-ink-soft">
              …
            </li>
          ) : (
            <li key={place.page}>
              <PageLink page={place.page} isCurrent={place.page === page} href={hrefOf(place.page)} />
            </li>
          ),
        )}
      </ol>
      <StepLink label="Next" href={page < pages ? hrefOf(page + 1) : undefined} />
    </nav>
  )
}

function PageLink({ page, isCurrent, href }: { page: number; isCurrent: boolean; href: string }) {
  return (
    <Link
      href={href}
      aria-label={`Page ${page}`}
      aria-current={isCurrent ? 'page' : undefined}
      className="grid h-9 min-w-9 place-items-center rounded-full px-2 text-sm tabular-nums hover:bg-mist aria-[current=page]:bg-ink aria-[current=page]:text-paper sm:h-11 sm:min-w-11"
    >
      {page}
    </Link>
  )
}

function StepLink({ label, href }: { label: string; href: string | undefined }) {
  const shape = 'inline-flex h-11 items-center rounded-full px-3 text-sm sm:px-4'
  if (href === undefined) {
    return (
      <button type="button" disabled className={`${shape} cursor-not-allowed text-ink-faint`}>
        {label}
      </button>
    )
  }
  return (
    <Link href={href} className={`${shape} hover:bg-mist`}>
      {label}
    </Link>
  )
}
