import type { LegalTextData } from '#features/identity/legal/contract.ts'
import { type LegalPageName, LEGAL_PAGES } from '#web/content/legal-pages.ts'
import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { SanitisedHtml } from '#web/shared/product/sanitised-html.tsx'
import { Link } from '#web/ui/link.tsx'

/** /terms */
export const termsPage = legalPage('terms')

/** /privacy */
export const privacyPage = legalPage('privacy')

/** /returns */
export const returnsPage = legalPage('returns')

/** /imprint */
export const imprintPage = legalPage('imprint')

function legalPage(name: LegalPageName) {
  return page<LegalTextData>({
    load: async ({ call }) => (await call('GET /shop/getLegalText/{name}', { params: { name } })).text,
    head: ({ title }) => ({ title, description: `${title} of this marketplace.`, canonical: `/${name}` }),
    View: ({ data }: ViewProps<LegalTextData>) => <LegalView name={name} text={data} />,
  })
}

/** Renders a legal text, with links to the others beside it. */
export function LegalView({ name, text }: { name: LegalPageName; text: LegalTextData }) {
  // A second version of the same day has a number after the date.
  const day = text.version.slice(0, 10)
  return (
    <div className="page-width grid gap-10 py-10 md:py-16 lg:grid-cols-12 lg:gap-16">
      <article className="min-w-0 lg:order-2 lg:col-span-8">
        <h1 className="text-3xl">{text.title}</h1>
        <p className="mt-4 text-sm text-ink-soft">
          Version of <time dateTime={day}>{formatLongDate(day)}</time>
        </p>
        <SanitisedHtml html={text.html} className="legal-text mt-8" />
      </article>
      <nav aria-label="Legal" className="lg:col-span-4 print:hidden">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 border-y border-line py-3 lg:flex-col lg:border-y-0 lg:border-s lg:ps-6">
          {LEGAL_PAGES.map(({ name: other, title, href }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={other === name ? 'page' : undefined}
                className="inline-flex min-h-9 items-center text-sm text-ink-soft underline-offset-4 hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function formatLongDate(date: string): string {
  return LONG_DATE.format(new Date(date))
}
