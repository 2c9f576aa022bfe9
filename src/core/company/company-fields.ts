import type { Company, ExternalLink } from './company.ts'

/** The fields of the company that an operator enters; empty ones are not shown. */
export type CompanyFields = Readonly<Record<CompanyFieldName, string>>

/** The fields of the company, in the order of their form. */
export const COMPANY_FIELDS = {
  shopName: 'Shop name',
  name: 'Company',
  street: 'Street',
  city: 'City',
  postcode: 'Postcode',
  country: 'Country',
  registration: 'Company number',
  taxNumber: 'Tax number',
  director: 'Director',
  parent: 'Business group',
  supportEmail: 'Support email',
  phone: 'Phone',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  appStore: 'App Store',
  googlePlay: 'Google Play',
} as const

/** The name of a field of the company. */
export type CompanyFieldName = keyof typeof COMPANY_FIELDS

const SOCIAL_FIELDS = ['facebook', 'instagram', 'linkedin', 'x'] as const
const APP_FIELDS = ['appStore', 'googlePlay'] as const

/** Returns the company that the fields describe. */
export function toCompany(fields: CompanyFields): Company {
  const { shopName, name, street, city, postcode, country, supportEmail } = fields
  const countryName = new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country
  return {
    shopName,
    name,
    lines: [name, street, `${city} ${postcode}`.trim(), ...(countryName === city ? [] : [countryName])],
    address: { street, city, postcode, country },
    countryName,
    supportEmail,
    phone: fields.phone || undefined,
    parent: fields.parent || undefined,
    registration: fields.registration || undefined,
    taxNumber: fields.taxNumber || undefined,
    director: fields.director || undefined,
    socials: listLinks(fields, SOCIAL_FIELDS),
    apps: listLinks(fields, APP_FIELDS),
  }
}

/** The links that are set, in the order of their names. */
function listLinks(fields: CompanyFields, names: readonly CompanyFieldName[]): ExternalLink[] {
  return names
    .filter((name) => fields[name])
    .map((name) => ({ name: COMPANY_FIELDS[name], href: fields[name] }))
}

/** Returns the fields that describe a company. */
export function toCompanyFields(company: Company): CompanyFields {
  const { shopName, name, address, supportEmail } = company
  const { phone = '', parent = '', registration = '', taxNumber = '', director = '' } = company
  const links = [...company.socials, ...company.apps]
  const findLink = (field: CompanyFieldName) =>
    links.find((link) => link.name === COMPANY_FIELDS[field])?.href ?? ''
  return {
    ...address,
    shopName,
    name,
    supportEmail,
    phone,
    parent,
    registration,
    taxNumber,
    director,
    facebook: findLink('facebook'),
    instagram: findLink('instagram'),
    linkedin: findLink('linkedin'),
    x: findLink('x'),
    appStore: findLink('appStore'),
    googlePlay: findLink('googlePlay'),
  }
}
