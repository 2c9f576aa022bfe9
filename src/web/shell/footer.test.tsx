import { expect, test } from 'vitest'
import { type Company, EXAMPLE_COMPANY } from '#core/company/company.ts'
import { renderHtml, toText } from '#tests/data/rendered.tsx'
import { CompanyContext } from '#web/app/document/company.ts'
import { Footer } from './footer.tsx'

const RING: Company = { ...EXAMPLE_COMPANY, name: 'Ring & Co', parent: undefined, phone: undefined }

function footerTextFor(company: Company): string {
  return renderHtml(
    <CompanyContext value={company}>
      <Footer />
    </CompanyContext>,
  )
}

test('the footer links to the configured profiles in a new tab, and names the operator [FOOT-05]', () => {
  const socials = [{ name: 'Instagram', href: 'https://www.instagram.com/ringandco' }]
  const apps = [{ name: 'App Store', href: 'https://apps.apple.com/app/id1' }]
  const html = footerTextFor({ ...RING, socials, apps })
  const links = [
    ...html.matchAll(/<a href="([^"]*)" target="_blank" rel="noopener noreferrer"[^>]*>([^<]*)</g),
  ]
  expect(links.map(([, href, name]) => [name, href])).toEqual([
    ['Instagram', 'https://www.instagram.com/ringandco'],
    ['App Store', 'https://apps.apple.com/app/id1'],
  ])
  expect(toText(html)).toContain('© 2026 Cabochon. Ring & Co. All rights reserved.')
})

test('does not show links that are not configured', () => {
  const html = footerTextFor({ ...RING, socials: [], apps: [] })
  expect(html).not.toContain('Socials')
  expect(html).not.toContain('tel:')
  expect(html).not.toContain('target="_blank"')
})

test('the footer links to the legal pages [LOGIN-02]', () => {
  const html = footerTextFor(RING)
  for (const [label, href] of [
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Returns', '/returns'],
    ['Imprint', '/imprint'],
  ] as const)
    expect(html).toMatch(new RegExp(`href="${href}"[^>]*>${label}<`))
})
