import type { Company } from '#core/company/company.ts'
import type { PageHead } from '../router/page.ts'

/** The default description of a page. */
export const DEFAULT_DESCRIPTION =
  'Rings, necklaces, earrings and more from verified suppliers, sent directly to your customers. The open marketplace for drop-shipping jewellery.'

/** The tags of a document's head, in the router's format. */
export type HeadTags = Readonly<{
  meta: Readonly<Record<string, unknown>>[]
  links: Readonly<Record<string, string>>[]
}>

/** The social preview of pages without their own picture: 1,200 by 630 pixels. */
const DEFAULT_PICTURE = { path: '/icons/social-1200.jpg', alt: 'Rings and necklaces on silk' }

/**
 * Returns the tags of a page's head: title, description, social preview, canonical link, and structured data. `site`
 * makes URLs absolute, as other sites need them. The browser updates only the first two.
 */
export function headTags(head: PageHead, site: Site): HeadTags {
  const { title, description = DEFAULT_DESCRIPTION } = head
  const { shopName } = site.company
  const full = title.startsWith(' ') ? shopName + title : `${title} · ${shopName}`
  const meta = [{ title: full }, { name: 'description', content: description }]
  return import.meta.env.SSR
    ? externalTags(head, meta, { ...site, title: full, description })
    : { meta, links: [] }
}

/** The shop as other sites show it: its public URL without a trailing slash, and its company. */
type Site = Readonly<{ origin: string; company: Company }>

type PageSummary = Site & Readonly<{ title: string; description: string }>

function externalTags(head: PageHead, meta: HeadTags['meta'], summary: PageSummary): HeadTags {
  const { canonical, jsonLd, isPrivate = false, isUnlisted = false } = head
  const { origin, company } = summary
  if (isPrivate || isUnlisted) return { meta: [...meta, { name: 'robots', content: 'noindex' }], links: [] }
  return {
    meta: [
      ...meta,
      ...socialTags(head, summary),
      ...(jsonLd
        ? [{ 'script:ld+json': typeof jsonLd === 'function' ? jsonLd(origin, company) : jsonLd }]
        : []),
    ],
    links: canonical ? [{ rel: 'canonical', href: origin + canonical }] : [],
  }
}

/** Returns the tags of social previews (ogp.me; Twitter reads the same except for its card). */
function socialTags(head: PageHead, { origin, title, description, company }: PageSummary): HeadTags['meta'] {
  const { image = DEFAULT_PICTURE.path, imageAlt, canonical, price } = head
  const og: readonly (readonly [string, string | undefined])[] = [
    ['og:type', price === undefined ? 'website' : 'product'],
    ['og:site_name', company.shopName],
    ['og:locale', 'en_US'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', canonical && origin + canonical],
    ['og:image', new URL(image, origin).href],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', imageAlt ?? (image === DEFAULT_PICTURE.path ? DEFAULT_PICTURE.alt : title)],
    ['product:price:amount', price],
    ['product:price:currency', price && 'USD'],
  ]
  const properties = og.flatMap(([property, content]) =>
    content === undefined ? [] : [{ property, content }],
  )
  return [...properties, { name: 'twitter:card', content: 'summary_large_image' }]
}
