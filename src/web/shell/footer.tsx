import type { ReactNode } from 'react'
import { type Company, telephoneHref } from '#core/company/company.ts'
import { useCompany } from '#web/app/document/company.ts'
import { LEGAL_PAGES } from '#web/content/legal-pages.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo } from './logo.tsx'
import { Newsletter } from './newsletter.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const SITEMAP = [
  { label: 'Home', href: '/' },
  { label: 'Abouts', href: '/#benefits' },
  { label: 'Drop Shippers', href: '/marketplace' },
  { label: 'Vendors', href: '/v-onboard-one' },
  { label: 'Contact', href: '/contact-us' },
] as const

const LINK = 'inline-flex min-h-8 items-center underline-offset-4 hover:text-ink hover:underline'

const ENTRY = `${LINK} text-sm text-ink-soft`

/** Renders the shared footer: sitemap, socials, head office, contact, and legal pages. */
export function Footer() {
  const company = useCompany()
  const elsewhere = [...company.socials, ...company.apps]
  return (
    <footer className="border-t border-line bg-mist pb-[env(safe-area-inset-bottom)]">
      <div className="page-width grid grid-cols-2 gap-x-8 gap-y-12 py-16 lg:grid-cols-[2fr_1fr_1fr_1.4fr] lg:py-20">
        <div className="max-sm:col-span-2">
          <Logo />
          <p className="mt-4 max-w-xs text-sm text-ink-soft">
            Jewellery from verified suppliers, shipped straight to you.
          </p>
          <Newsletter />
        </div>
        <FooterSection title="Sitemap">
          {SITEMAP.map(({ label, href }) => (
            <li key={label}>
              <Link href={href} className={ENTRY}>
                {label}
              </Link>
            </li>
          ))}
        </FooterSection>
        {elsewhere.length > 0 && (
          <FooterSection title="Socials">
            {elsewhere.map(({ name, href }) => (
              <li key={name}>
                <a href={href} target="_blank" rel="noopener noreferrer" className={ENTRY}>
                  {name}
                </a>
              </li>
            ))}
          </FooterSection>
        )}
        <HeadOffice company={company} />
      </div>
      <LegalLine company={company} />
    </footer>
  )
}

/** A constant, because cached pages must not depend on the time. */
const YEAR = 2026

function LegalLine({ company: { shopName, name, parent } }: { company: Company }) {
  const owner = parent === undefined ? `${name}.` : `A company of the ${parent}.`
  return (
    <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line py-6 text-xs text-ink-soft">
      <p>
        © {YEAR} {shopName}. {owner} All rights reserved.
      </p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {LEGAL_PAGES.map(({ label, href }) => (
          <li key={href}>
            <Link href={href} className={LINK}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <ThemeSwitch />
    </div>
  )
}

function FooterSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-3">{children}</ul>
    </div>
  )
}

function HeadOffice({ company: { lines, supportEmail, phone } }: { company: Company }) {
  return (
    <div className="max-sm:col-span-2">
      <h2 className="text-lg">Head office</h2>
      <address className="mt-4 text-sm text-ink-soft not-italic">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        <a href={`mailto:${supportEmail}`} className={`mt-3 ${ENTRY}`}>
          {supportEmail}
        </a>
        {phone !== undefined && (
          <>
            <br />
            <a href={telephoneHref(phone)} className={ENTRY}>
              {phone}
            </a>
          </>
        )}
      </address>
    </div>
  )
}
