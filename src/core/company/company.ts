/** A link to a page of the operator elsewhere, such as a social network. */
export type ExternalLink = Readonly<{ name: string; href: string }>

/** The logo of the shop: its address, and its size in pixels. */
export type ShopLogo = Readonly<{ src: string; width: number; height: number }>

/** The company that runs the shop, for pages, documents and search engines. */
export type Company = Readonly<{
  /** The name of the shop, as its pages and emails show it. */
  shopName: string
  /** Undefined for the built-in logo. */
  logo?: ShopLogo
  /** The name of the company. */
  name: string
  /** The name and the postal address, one line each. */
  lines: readonly string[]
  /** The same address for programs; the country is ISO 3166-1 alpha-2. */
  address: Readonly<{ street: string; city: string; postcode: string; country: string }>
  /** The country in English; its law applies. */
  countryName: string
  supportEmail: string
  /** The telephone number as shown to people. */
  phone: string | undefined
  /** The business group that the shop belongs to. */
  parent: string | undefined
  /** The number in the register of companies, with the register's name. */
  registration: string | undefined
  taxNumber: string | undefined
  /** The company's representative. */
  director: string | undefined
  socials: readonly ExternalLink[]
  apps: readonly ExternalLink[]
}>

/** The company of the demo marketplace, shown until an operator sets their own. */
export const EXAMPLE_COMPANY: Company = {
  shopName: 'Cabochon',
  name: 'Cabochon Pte. Ltd.',
  lines: ['Cabochon Pte. Ltd.', '68 Circular Road, #02-01', 'Singapore 049422'],
  address: { street: '68 Circular Road, #02-01', city: 'Singapore', postcode: '049422', country: 'SG' },
  countryName: 'Singapore',
  supportEmail: 'support@cabochon.example',
  phone: '+65 6123 4567',
  parent: 'Facet and Bezel Group',
  registration: undefined,
  taxNumber: undefined,
  director: undefined,
  socials: [
    { name: 'Facebook', href: 'https://www.facebook.com/' },
    { name: 'Instagram', href: 'https://www.instagram.com/' },
    { name: 'LinkedIn', href: 'https://www.linkedin.com/' },
    { name: 'X', href: 'https://x.com/' },
  ],
  apps: [],
}

/** Returns the `tel:` URL of a telephone number in display form. */
export function telephoneHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`
}
