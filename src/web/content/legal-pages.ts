/** The legal pages in the order of their links, with the name of each text, its label and its path. */
export const LEGAL_PAGES = [
  { name: 'terms', label: 'Terms', title: 'Terms of Service', href: '/terms' },
  { name: 'privacy', label: 'Privacy', title: 'Privacy Policy', href: '/privacy' },
  { name: 'returns', label: 'Returns', title: 'Returns and Refunds', href: '/returns' },
  { name: 'imprint', label: 'Imprint', title: 'Imprint', href: '/imprint' },
] as const

/** The name of a legal text. */
export type LegalPageName = (typeof LEGAL_PAGES)[number]['name']
