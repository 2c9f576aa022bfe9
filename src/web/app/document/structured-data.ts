import { type Company, telephoneHref } from '#core/company/company.ts'

/** A step of the path to a page: its name, and its address, if any. */
export type StructuredDataCrumb = Readonly<{ label: string; href?: string }>

const SCHEMA = 'https://schema.org'

/** Returns several objects of a page as one document (schema.org in JSON-LD). */
export function toGraph(...nodes: readonly object[]): object {
  return { '@context': SCHEMA, '@graph': nodes }
}

/** Returns the path to a page (schema.org/BreadcrumbList); the last step, the page itself, needs no address. */
export function breadcrumbData(crumbs: readonly StructuredDataCrumb[], origin: string): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(href === undefined ? {} : { item: origin + href }),
    })),
  }
}

/** Returns the shop's operator as schema.org/Organization, with its return policy (POLICY-05 to POLICY-07). */
export function organizationData(origin: string, company: Company): object {
  const { shopName, name, supportEmail, phone } = company
  const { street, city, postcode, country } = company.address
  return {
    '@type': 'OnlineStore',
    '@id': `${origin}/#organization`,
    name: shopName,
    legalName: name,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    email: supportEmail,
    ...(phone === undefined ? {} : { telephone: telephoneHref(phone).slice('tel:'.length) }),
    ...(company.socials.length === 0 ? {} : { sameAs: company.socials.map(({ href }) => href) }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      postalCode: postcode,
      addressCountry: country,
    },
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: country,
      returnPolicyCategory: `${SCHEMA}/MerchantReturnFiniteReturnWindow`,
      merchantReturnDays: 30,
      returnMethod: `${SCHEMA}/ReturnByMail`,
      returnFees: `${SCHEMA}/ReturnFeesCustomerResponsibility`,
    },
  }
}

/** Returns the shop as a searchable site (schema.org/WebSite). */
export function webSiteData(origin: string, { shopName }: Company): object {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: shopName,
    url: `${origin}/`,
    inLanguage: 'en',
    publisher: { '@id': `${origin}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${origin}/marketplace?productName={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  }
}
