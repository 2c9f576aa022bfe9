import { Link } from '#web/ui/link.tsx'
import { pagePlaces } from './page-numbers.ts'

/** 'Previous', numbered pages, 'Next'. `hrefOf` gives a page's address; at the ends the way further is dead. */
export function Pagination(props: { page: number; pages: number; hrefOf: (page: number) => string }) {
  const { page, pages, hrefOf } = props
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-1">
      <StepLink label="Previous" href={page > 1 ? hrefOf(page - 1) : undefined} />
      <ol className="flex flex-wrap items-center justify-center gap-1">
        {pagePlaces(page, pages).map((place) =>
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
