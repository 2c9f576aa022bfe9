import { z } from 'zod'
import { toCompany, toCompanyFields } from '#core/company/company-fields.ts'
import { type Company, EXAMPLE_COMPANY } from '#core/company/company.ts'
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

/** The environment variables about the company that runs the shop; all three are JSON. */
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
 * Returns the company that runs the shop: the configured one, else the demo's. It has only the configured links; the
 * demo (`isDemo`) links to the networks' front pages.
 */
export function readCompanySettings(env: z.output<typeof Environment>, isDemo: boolean): Company {
  const { OPERATOR: operator, SOCIAL_LINKS: socials, APP_LINKS: apps } = env
  const example = toCompanyFields(EXAMPLE_COMPANY)
  const links = { facebook: '', instagram: '', linkedin: '', x: '' }
  return toCompany({
    ...example,
    ...(operator && { ...NOTHING_ELSE, ...omitUnset(operator) }),
    supportEmail: env.SUPPORT_EMAIL ?? example.supportEmail,
    ...(socials || !isDemo ? { ...links, ...omitUnset(socials) } : {}),
    ...omitUnset(apps),
  })
}

function omitUnset(values: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const set = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  // The pairs above consist of texts.
  return Object.fromEntries(set) as Record<string, string>
}

/** The empty values of a configured company, which inherits none of the demo's. */
const NOTHING_ELSE = { phone: '', parent: '', registration: '', taxNumber: '', director: '' }
