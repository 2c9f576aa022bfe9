import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { SETTING_FIELDS, Version } from '../values/shapes.ts'

const Line = (max = 200) => z.string().overwrite(toSingleLine).max(max)
const Link = z.union([
  z.literal(''),
  z.url({ protocol: /^https$/, error: 'Enter an address that begins with https://.' }).max(300),
])

const CompanyForm = z
  .object({
    shopName: Line(40).min(1, 'Enter the name of the shop.'),
    name: Line().min(1, 'Enter the name of the company.'),
    street: Line().min(1, 'Enter the street.'),
    city: Line().min(1, 'Enter the city.'),
    postcode: Line(20),
    country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country.'),
    registration: Line(),
    taxNumber: Line(),
    director: Line(),
    parent: Line(),
    supportEmail: z.email('Enter the email address that messages to support go to.').max(200),
    phone: z.union([
      z.literal(''),
      z
        .string()
        .overwrite(toSingleLine)
        .regex(/^\+[\d ()-]{6,30}$/, 'Enter an international phone number, such as +65 6123 4567.'),
    ]),
    facebook: Link,
    instagram: Link,
    linkedin: Link,
    x: Link,
    appStore: Link,
    googlePlay: Link,
  })
  .openapi('CompanyForm')

export const readCompany = endpoint({
  method: 'GET',
  path: '/operator/settings/company',
  summary: 'Returns the name of the shop, the company that runs it, and the history of changes',
  access: { operator: 'settings:read' },
  answer: Envelope.extend({ company: CompanyForm, ...SETTING_FIELDS }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const saveCompany = endpoint({
  method: 'POST',
  path: '/operator/settings/company',
  summary:
    'Changes the name of the shop and the company that runs it; pages and emails show them at once; needs your password first',
  access: { operator: 'settings:write' },
  confirmed: true,
  body: z.object({ company: CompanyForm, version: Version }),
  answer: Envelope,
  refusals: ['changed_meanwhile'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})
