import { z } from 'zod'
import { type Company, EXAMPLE_COMPANY, type ExternalLink } from '#core/company.ts'
import { jsonSetting } from './json-setting.ts'

const Text = z.string().trim().min(1).max(200)
const Link = z.url({ protocol: /^https$/, error: 'must be an https address' }).max(300)

const Operator = z.strictObject({
  name: Text,
  street: Text,
  city: Text,
  postcode: Text,
  country: z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code'),
  phone: z
    .string()
    .trim()
    .regex(/^\+[\d ()-]{6,30}$/, 'must be an international phone number, such as +65 6123 4567')
    .optional(),
  parent: Text.optional(),
  registration: Text.optional(),
  taxNumber: Text.optional(),
  director: Text.optional(),
})

const Socials = z.strictObject({
  facebook: Link.optional(),
  instagram: Link.optional(),
  linkedin: Link.optional(),
  x: Link.optional(),
})

const Apps = z.strictObject({ appStore: Link.optional(), googlePlay: Link.optional() })

/** The settings that say who runs the shop, as they stand in the environment; all three are JSON. */
export const COMPANY_ENVIRONMENT = {
  OPERATOR: jsonSetting('{"name": …, "street": …, "city": …, "postcode": …, "country": "SG"}')
    .pipe(Operator)
    .optional(),
  SOCIAL_LINKS: jsonSetting('{"instagram": "https://www.instagram.com/…"}').pipe(Socials).optional(),
  APP_LINKS: jsonSetting('{"appStore": "https://apps.apple.com/…"}').pipe(Apps).optional(),
  /** A folder with the operator's own legal texts. */
  LEGAL_DIR: z.string().min(1).optional(),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
}

const Environment = z.object(COMPANY_ENVIRONMENT)

/**
 * The company that runs the shop: what the operator has set, else the demo's. Links are only those that are set; the demo
 * (`isDemo`) shows the front pages of the networks.
 */
export function toCompany(env: z.output<typeof Environment>, isDemo: boolean): Company {
  const { OPERATOR: operator, SOCIAL_LINKS: socials, APP_LINKS: apps } = env
  return {
    ...(operator ? toOperatorCompany(operator) : EXAMPLE_COMPANY),
    supportEmail: env.SUPPORT_EMAIL ?? EXAMPLE_COMPANY.supportEmail,
    socials: socials || !isDemo ? listLinks(SOCIAL_NAMES, socials) : EXAMPLE_COMPANY.socials,
    apps: listLinks(APP_NAMES, apps),
  }
}

function toOperatorCompany(
  operator: z.output<typeof Operator>,
): Omit<Company, 'supportEmail' | 'socials' | 'apps'> {
  const { name, street, city, postcode, country, ...rest } = operator
  const countryName = new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country
  const locality = `${city} ${postcode}`
  return {
    name,
    lines: [name, street, locality, ...(countryName === city ? [] : [countryName])],
    address: { street, city, postcode, country },
    countryName,
    phone: rest.phone,
    parent: rest.parent,
    registration: rest.registration,
    taxNumber: rest.taxNumber,
    director: rest.director,
  }
}

const SOCIAL_NAMES = { facebook: 'Facebook', instagram: 'Instagram', linkedin: 'LinkedIn', x: 'X' }

const APP_NAMES = { appStore: 'App Store', googlePlay: 'Google Play' }

/** The links that are set, in the order of their names. */
function listLinks(
  names: Readonly<Record<string, string>>,
  hrefs: Readonly<Record<string, string | undefined>> = {},
): ExternalLink[] {
  return Object.entries(names).flatMap(([key, name]) => {
    const href = hrefs[key]
    return href === undefined ? [] : [{ name, href }]
  })
}
