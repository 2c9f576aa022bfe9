import type { PageHead } from './page.ts'

/** The shop's name, as it stands behind each title. */
export const SHOP_NAME = 'Cabochon'

/** What the head says where a page says nothing itself. */
export const DEFAULT_DESCRIPTION =
  'Rings, necklaces, earrings and more from verified suppliers, sent directly to your customers. The open marketplace for drop-shipping jewellery.'

/** The tags of a document's head, as the router takes them. */
export type HeadTags = Readonly<{
  meta: Readonly<Record<string, unknown>>[]
  links: Readonly<Record<string, string>>[]
}>

/**
 * The tags of a page's head: title, description, what other sites show of it, where it is found, and its structured
 * data. `origin` makes addresses whole, as those sites need them.
 */
export function headTags(head: PageHead, origin: string): HeadTags {
  const { title, description = DEFAULT_DESCRIPTION, image, canonical, jsonLd, isPrivate } = head
  const full = title === SHOP_NAME || title.startsWith(`${SHOP_NAME} `) ? title : `${title} · ${SHOP_NAME}`
  return {
    meta: [
      { title: full },
      { name: 'description', content: description },
      { property: 'og:title', content: full },
      { property: 'og:description', content: description },
      { property: 'og:site_name', content: SHOP_NAME },
      ...(canonical ? [{ property: 'og:url', content: origin + canonical }] : []),
      ...(image ? [{ property: 'og:image', content: new URL(image, origin).href }] : []),
      ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(jsonLd ? [{ 'script:ld+json': jsonLd }] : []),
    ],
    links: canonical && !isPrivate ? [{ rel: 'canonical', href: origin + canonical }] : [],
  }
}
