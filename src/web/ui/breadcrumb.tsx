import { Link } from './link.tsx'

/** One place on the way to here; the last has no `href`. */
export type Crumb = Readonly<{ label: string; href?: string }>

/**
 * Renders the path to this page, such as `Home / Marketplace`, on one line. A long name is cut off at its end, as
 * the heading has it whole.
 */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-soft">
      <ol className="flex items-center">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex min-h-6 shrink-0 items-center last:min-w-0 last:shrink">
            {/* With its spaces, so that the way reads 'Home / Rings' wherever it is copied to. */}
            {index > 0 && (
              <span aria-hidden="true" className="whitespace-pre">
                {' / '}
              </span>
            )}
            {crumb.href ? (
              <Link href={crumb.href} className="hover:text-ink hover:underline underline-offset-4">
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate text-ink">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
