import { z } from 'zod'
import { jsonSetting } from './json-setting.ts'

const Text = z.string().trim().min(1).max(100)

const Origin = z.strictObject({
  name: Text,
  street1: Text,
  city: Text,
  state: Text.optional(),
  zip: Text,
  country: z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code'),
  phone: Text,
})

/** The environment variables of EasyPost; `EASYPOST_FROM` is JSON with the address where parcels are handed over. */
export const EASYPOST_ENVIRONMENT = {
  EASYPOST_API_KEY: z
    .string()
    .regex(/^EZ[TA]K\w+$/, 'must begin with EZTK (test) or EZAK (live)')
    .optional(),
  EASYPOST_FROM: jsonSetting('{"name": …, "street1": …, "city": …, "zip": …, "country": "SG", "phone": …}')
    .pipe(Origin)
    .optional(),
  EASYPOST_WEBHOOK_SECRET: z.string().min(16, 'must have 16 characters or more').optional(),
  EASYPOST_INCOTERM: z.enum(['DAP', 'DDP'], 'must be DAP or DDP').default('DAP'),
  EASYPOST_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
}

const Environment = z.object(EASYPOST_ENVIRONMENT)
type Environment = z.output<typeof Environment>

/** The operator's EasyPost account; `url` is a fake server in tests. */
export type EasyPostSettings = Readonly<{
  apiKey: string
  from: z.output<typeof Origin>
  webhookSecret: string | undefined
  /** The payer of duties and taxes of a parcel that crosses a border: its recipient (DAP), or this account (DDP). */
  incoterm: 'DAP' | 'DDP'
  url: string | undefined
}>

/** Returns errors that concern several settings: a name and a message. */
export function findEasyPostIssues(
  env: Environment,
  isProduction: boolean,
): readonly (readonly [string, string])[] {
  const issues: [string, string][] = []
  if (env.EASYPOST_API_KEY && !env.EASYPOST_FROM)
    issues.push(['EASYPOST_FROM', 'is required with EASYPOST_API_KEY'])
  if (env.EASYPOST_WEBHOOK_SECRET && !env.EASYPOST_API_KEY)
    issues.push(['EASYPOST_API_KEY', 'is required with EASYPOST_WEBHOOK_SECRET'])
  if (isProduction && env.EASYPOST_URL)
    issues.push(['EASYPOST_URL', 'is for tests only and not allowed in production'])
  return issues
}

/** Returns the configured EasyPost account; undefined without a key. */
export function toEasyPostSettings(env: Environment): EasyPostSettings | undefined {
  const { EASYPOST_API_KEY: apiKey, EASYPOST_FROM: from, EASYPOST_URL: url } = env
  const { EASYPOST_WEBHOOK_SECRET: webhookSecret, EASYPOST_INCOTERM: incoterm } = env
  return apiKey && from ? { apiKey, from, webhookSecret, incoterm, url: url?.replace(/\/+$/, '') } : undefined
}
