import { Link } from './link.tsx'

/** One place on the way to here; the last has no `href`. */
export type Crumb = Readonly<{ label: string; href?: string }>

/** The way to this page, `Home / Marketplace`. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-soft">
      <ol className="flex flex-wrap items-center gap-y-1">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex min-h-6 items-center">
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
              <span aria-current="page" className="text-ink">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
