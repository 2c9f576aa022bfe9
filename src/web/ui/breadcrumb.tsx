import { Link } from './link.tsx'

/** One level of the path to the page; the last one has no `href`. */
export type Crumb = Readonly<{ label: string; href?: string }>

/**
 * Renders the path to this page, such as `Home / Marketplace`, on one line. A long name is truncated, as the heading
 * shows it in full.
 */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-soft">
      <ol className="flex items-center">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex min-h-6 shrink-0 items-center last:min-w-0 last:shrink">
            {/* The spaces are text, so that a copied path reads 'Home / Rings'. */}
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
