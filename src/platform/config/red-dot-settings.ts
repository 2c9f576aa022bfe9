import { z } from 'zod'
import { jsonSetting } from './json-setting.ts'

const METHODS = ['default', 'vm', 'discover', 'paynow', 'upop', 'alipay'] as const

const Account = z.strictObject({
  mid: z.string().regex(/^\w{1,20}$/, 'must be a merchant id of at most 20 letters and digits'),
  secretKey: z.string().trim().min(8, 'must be the secret key of the merchant id'),
  currencies: z.array(z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as SGD')).min(1),
})

const Accounts = z
  .partialRecord(z.enum(METHODS, `must be one of ${METHODS.join(', ')}`), Account)
  .refine((accounts) => Object.keys(accounts).length > 0, 'must have at least one merchant id')

/** The environment variables of Red Dot. `RED_DOT_ACCOUNTS` is JSON, one merchant ID for each payment method. */
export const RED_DOT_ENVIRONMENT = {
  RED_DOT_ACCOUNTS: jsonSetting('{"vm": {"mid": …, "secretKey": …, "currencies": ["SGD"]}}')
    .pipe(Accounts)
    .optional(),
  RED_DOT_SERVER: z.enum(['test', 'live']).default('test'),
  RED_DOT_UNIQUE_ORDER_IDS: z.enum(['on', 'off']).default('off'),
  RED_DOT_REFUND_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  RED_DOT_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
}

const Environment = z.object(RED_DOT_ENVIRONMENT)
type Environment = z.output<typeof Environment>

/** The operator's Red Dot accounts; `url` is a fake server in tests. */
export type RedDotEnvironment = Readonly<{
  accounts: z.output<typeof Accounts>
  server: 'test' | 'live'
  url: string | undefined
  hasUniqueOrderIds: boolean
  refundUrl: string | undefined
}>

/** Returns errors that concern several settings: a name and a message. */
export function findRedDotIssues(
  env: Environment,
  isProduction: boolean,
): readonly (readonly [string, string])[] {
  const issues: [string, string][] = []
  if (isProduction && env.RED_DOT_URL)
    issues.push(['RED_DOT_URL', 'is for tests only and not allowed in production'])
  if (isProduction && env.RED_DOT_REFUND_URL?.startsWith('http:'))
    issues.push(['RED_DOT_REFUND_URL', 'must be https in production'])
  if (!env.RED_DOT_ACCOUNTS && env.RED_DOT_REFUND_URL)
    issues.push(['RED_DOT_ACCOUNTS', 'is required with RED_DOT_REFUND_URL'])
  return issues
}

/** Returns the configured Red Dot accounts; undefined without a merchant ID. */
export function toRedDotEnvironment(env: Environment): RedDotEnvironment | undefined {
  if (!env.RED_DOT_ACCOUNTS) return undefined
  return {
    accounts: env.RED_DOT_ACCOUNTS,
    server: env.RED_DOT_SERVER,
    url: env.RED_DOT_URL?.replace(/\/+$/, ''),
    hasUniqueOrderIds: env.RED_DOT_UNIQUE_ORDER_IDS === 'on',
    refundUrl: env.RED_DOT_REFUND_URL,
  }
}
