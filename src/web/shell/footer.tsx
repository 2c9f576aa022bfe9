import type { ReactNode } from 'react'
import { COMPANY } from '../content/company.ts'
import { Link } from '../ui/link.tsx'
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

const ENTRY =
  'inline-flex min-h-8 items-center text-sm text-ink-soft underline-offset-4 hover:text-ink hover:underline'

/** The shared footer: sitemap, socials, where we are and how to reach us. */
export function Footer() {
  return (
    <footer className="border-t border-line bg-mist pb-[env(safe-area-inset-bottom)]">
      <div className="page-width grid grid-cols-2 gap-x-8 gap-y-12 py-16 lg:grid-cols-[2fr_1fr_1fr_1.4fr] lg:py-20">
        <div className="max-sm:col-span-2">
          <Logo />
          <p className="mt-4 max-w-xs text-sm text-ink-soft">
            Jewellery from verified makers, sent straight to the people who will wear it.
          </p>
          <Newsletter />
        </div>
        <FooterPart title="Sitemap">
          {SITEMAP.map(({ label, href }) => (
            <li key={label}>
              <Link href={href} className={ENTRY}>
                {label}
              </Link>
            </li>
          ))}
        </FooterPart>
        <FooterPart title="Socials">
          {COMPANY.socials.map(({ name, href }) => (
            <li key={name}>
              <a href={href} target="_blank" rel="noopener noreferrer" className={ENTRY}>
                {name}
              </a>
            </li>
          ))}
        </FooterPart>
        <HeadOffice />
      </div>
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line py-6">
        <p className="text-xs text-ink-soft">
          © {YEAR} Cabochon. A company of the {COMPANY.parent}. All rights reserved.
        </p>
        <ThemeSwitch />
      </div>
    </footer>
  )
}

/** Fixed, since kept pages must be the same for everybody at any time. */
const YEAR = 2026

function FooterPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-3">{children}</ul>
    </div>
  )
}

function HeadOffice() {
  return (
    <div className="max-sm:col-span-2">
      <h2 className="text-lg">Head office</h2>
      <address className="mt-4 text-sm text-ink-soft not-italic">
        {COMPANY.headOffice.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        <a href={`mailto:${COMPANY.supportEmail}`} className={`mt-3 ${ENTRY}`}>
          {COMPANY.supportEmail}
        </a>
        <br />
        <a href={`tel:${COMPANY.phone.dialled}`} className={ENTRY}>
          {COMPANY.phone.shown}
        </a>
      </address>
    </div>
  )
}
