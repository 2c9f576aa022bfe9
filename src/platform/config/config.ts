import path from 'node:path'
import { z } from 'zod'
import type { Company } from '#core/company/company.ts'
import { COMPANY_ENVIRONMENT, readCompanySettings } from './company-settings.ts'
import {
  EASYPOST_ENVIRONMENT,
  toEasyPostSettings,
  type EasyPostSettings,
  findEasyPostIssues,
} from './easypost-settings.ts'
import {
  RED_DOT_ENVIRONMENT,
  toRedDotEnvironment,
  type RedDotEnvironment,
  findRedDotIssues,
} from './red-dot-settings.ts'
import {
  type CommissionSettings,
  toCommissionSettings,
  PAYOUT_ENVIRONMENT,
  toPayoutSettings,
  type PayoutSettings,
  type Tariffs,
} from './payout-settings.ts'
import {
  findProcessIssues,
  PROCESS_ENVIRONMENT,
  type ProcessSettings,
  toProcessSettings,
} from './process-settings.ts'
import { FILES_ENVIRONMENT, findFilesIssues, type S3Settings, toFilesSettings } from './files-settings.ts'
import { STORE_ENVIRONMENT, findStoreIssues } from './store-settings.ts'

const Url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const IntegerText = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)

/** A list of provider names, each with or without methods after a colon. */
const PROVIDER_LIST = /^\s*\w+(:\w+(\+\w+)*)?(\s*,\s*\w+(:\w+(\+\w+)*)?)*\s*$/

const Environment = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
    PORT: IntegerText.pipe(z.number().max(65_535)).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    PUBLIC_URL: Url.optional(),
    ...PROCESS_ENVIRONMENT,
    DATA_DIR: z.string().min(1).default('.data'),
    DASHBOARD_URL: Url.optional(),
    COOKIE_DOMAIN: z
      .string()
      .regex(/^\.?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i, 'must be a domain with a dot, such as example.com')
      .optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z.string().min(3).default('Cabochon <orders@cabochon.example>'),
    LIMIT_FACTOR: z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'must be a number')
      .transform(Number)
      .default(1),
    DOCUMENT_FONT: z
      .string()
      .regex(/\.(ttf|otf)$/i, 'must be a font file (.ttf or .otf)')
      .optional(),
    INVOICE_PREFIX: z
      .string()
      .regex(/^[A-Z0-9][A-Z0-9-]{0,11}$/, 'must be up to 12 capital letters, digits and hyphens')
      .default('INV'),
    CREDIT_NOTE_PREFIX: z
      .string()
      .regex(/^[A-Z0-9][A-Z0-9-]{0,11}$/, 'must be up to 12 capital letters, digits and hyphens')
      .default('CN'),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    DEMO: z.enum(['on', 'catalogue', 'off']).default('on'),
    OFFLINE: z.enum(['on', 'off']).default('on'),
    OPERATOR_PASSWORD: z.string().optional(),
    OPERATOR_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
    SANDBOX_PAY: z.enum(['on', 'off']).optional(),
    SANDBOX_CARRIER: z.enum(['on', 'off']).optional(),
    SANDBOX_PAY_SECRET: z.string().min(16).optional(),
    PAYMENT_PROVIDERS: z
      .string()
      .regex(
        PROVIDER_LIST,
        'must be provider names, with methods to limit them to: stripe, reddot:paynow+alipay',
      )
      .optional(),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[sr]k_(live|test)_\w+$/, 'must begin with sk_live_, sk_test_, rk_live_ or rk_test_')
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_[^\s,]+(\s*,\s*whsec_[^\s,]+)*$/, 'must begin with whsec_; separate several with commas')
      .optional(),
    STRIPE_API_URL: Url.optional(),
    GOOGLE_CLIENT_ID: z.string().max(300).optional(),
    GOOGLE_KEYS_URL: Url.optional(),
    FACEBOOK_APP_ID: z
      .string()
      .regex(/^\d{1,30}$/, 'must be digits')
      .optional(),
    FACEBOOK_APP_SECRET: z.string().max(300).optional(),
    FACEBOOK_GRAPH_URL: Url.optional(),
    ...COMPANY_ENVIRONMENT,
    ...RED_DOT_ENVIRONMENT,
    ...EASYPOST_ENVIRONMENT,
    ...PAYOUT_ENVIRONMENT,
    ...STORE_ENVIRONMENT,
    ...FILES_ENVIRONMENT,
  })
  .superRefine((env, context) => {
    const addIssue = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (env.FACEBOOK_APP_ID && !env.FACEBOOK_APP_SECRET)
      addIssue('FACEBOOK_APP_SECRET', 'is required with FACEBOOK_APP_ID')
    if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET)
      addIssue('STRIPE_WEBHOOK_SECRET', 'is required with STRIPE_SECRET_KEY')
    // A server at these addresses decides which account signs in, and what was paid.
    for (const name of ['GOOGLE_KEYS_URL', 'FACEBOOK_GRAPH_URL', 'STRIPE_API_URL'] as const)
      if (env.NODE_ENV === 'production' && env[name])
        addIssue(name, 'is for tests only and not allowed in production')
    const isProduction = env.NODE_ENV === 'production'
    const issues = [
      ...findRedDotIssues(env, isProduction),
      ...findEasyPostIssues(env, isProduction),
      ...findStoreIssues(env, isProduction),
      ...findProcessIssues(env),
      ...findFilesIssues(env),
    ]
    for (const [name, message] of issues) addIssue(name, message)
  })

/** The sign-in providers, each with this shop's public id; the addresses are for tests. */
export type SignInSettings = Readonly<{
  google: Readonly<{ clientId: string; keysUrl: string | undefined }> | undefined
  facebook: Readonly<{ appId: string; appSecret: string; graphUrl: string | undefined }> | undefined
}>

/** A provider in the order of preference; without methods it takes all that it supports. */
export type PreferredProvider = Readonly<{ name: string; methods: readonly string[] | undefined }>

/** The settings of the payment providers, without the sandbox. */
export type PaymentSettings = Readonly<{
  /** The preferred providers, first choice first; undefined for all configured ones. */
  preference: readonly PreferredProvider[] | undefined
  stripe:
    | Readonly<{ secretKey: string; webhookSecrets: readonly string[]; baseUrl: string | undefined }>
    | undefined
  redDot: RedDotEnvironment | undefined
}>

/** All settings, parsed, with defaults for those that are not set. */
export type Config = Readonly<{
  production: boolean
  port: number
  host: string
  publicUrl: string
  databaseUrl: string | undefined
  /** The address of the database itself when `databaseUrl` is that of a pooler. */
  databaseDirectUrl: string | undefined
  dataDir: string
  /** Whether `DATA_DIR` was set: if not, commands look for a running shop. */
  isDataDirSet: boolean
  dashboardUrl: string | undefined
  /** The parent domain for session cookies; without it, they belong to the shop's host only. */
  cookieDomain: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** The company that runs the shop, for pages, documents and emails. */
  company: Company
  /** The folder with the operator's own legal texts. */
  legalDir: string | undefined
  limitFactor: number
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Whether an empty shop is filled with the demo; `catalogue` is the demo without accounts and sales. */
  demo: 'on' | 'catalogue' | 'off'
  process: ProcessSettings
  /** The object storage of files; undefined when they are in the data folder. */
  files: S3Settings | undefined
  /** Whether browsers cache visited pages; when false, they delete cached ones. */
  offline: boolean
  /** Whether the sandbox provider, which takes no money, is enabled: by default only outside production. */
  sandboxPay: boolean
  /** Whether the sandbox carrier, which ships nothing, is enabled: by default only in development without EasyPost. */
  sandboxCarrier: boolean
  sandboxPaySecret: string | undefined
  /** The file of a font for characters that the shop's own lacks in documents, such as Chinese ones. */
  documentFont: string | undefined
  /** The prefix of the numbers of invoices and credit notes. */
  invoicePrefix: string
  creditNotePrefix: string
  /** The password for the command that creates an operator; not used otherwise. */
  operatorPassword: string | undefined
  /** Whether operators must set up two-factor sign-in first: by default in production. */
  operatorsNeedSecondFactor: boolean
  signIn: SignInSettings
  payments: PaymentSettings
  /** The EasyPost account; without it, the built-in rules determine the shipping prices. */
  easyPost: EasyPostSettings | undefined
  payouts: PayoutSettings
  commission: CommissionSettings
  /** The agreed fees of providers, which their settlement reports are compared with. */
  tariffs: Tariffs
  /** The key for encrypted secrets; undefined for the key in the data folder. */
  secretsKey: Buffer | undefined
  /** The server that fakes all connected stores, in tests. */
  fakeStoresUrl: string | undefined
  /** Hosts of connected stores that are allowed at any network address, as `host` or `host:port`. */
  storeHosts: readonly string[]
  /** The time limit of a connected store's response, in milliseconds. */
  storeTimeoutMs: number
}>

/**
 * Reads and parses the environment; no other code reads it. Throws one error that lists every invalid setting, one
 * per line; empty values count as not set.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const definedVariables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(definedVariables)
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Invalid settings:\n${issues.join('\n')}`)
  }
  const env = parsed.data
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    dataDir: path.resolve(env.DATA_DIR),
    isDataDirSet: definedVariables['DATA_DIR'] !== undefined,
    dashboardUrl: env.DASHBOARD_URL,
    cookieDomain: env.COOKIE_DOMAIN,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    legalDir: env.LEGAL_DIR === undefined ? undefined : path.resolve(env.LEGAL_DIR),
    company: readCompanySettings(env, env.DEMO === 'on' && env.NODE_ENV !== 'production'),
    limitFactor: env.LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
    demo: env.DEMO,
    offline: env.OFFLINE === 'on',
    process: toProcessSettings(env),
    files: toFilesSettings(env),
    sandboxPay: (env.SANDBOX_PAY ?? (env.NODE_ENV === 'production' ? 'off' : 'on')) === 'on',
    sandboxCarrier: (env.SANDBOX_CARRIER ?? (env.NODE_ENV === 'development' ? 'on' : 'off')) === 'on',
    sandboxPaySecret: env.SANDBOX_PAY_SECRET,
    documentFont: env.DOCUMENT_FONT,
    invoicePrefix: env.INVOICE_PREFIX,
    creditNotePrefix: env.CREDIT_NOTE_PREFIX,
    operatorPassword: env.OPERATOR_PASSWORD,
    operatorsNeedSecondFactor:
      (env.OPERATOR_SECOND_FACTOR ?? (env.NODE_ENV === 'production' ? 'required' : 'optional')) ===
      'required',
    signIn: toSignInSettings(env),
    payments: toPaymentSettings(env),
    easyPost: toEasyPostSettings(env),
    payouts: toPayoutSettings(env),
    commission: toCommissionSettings(env),
    tariffs: env.PROVIDER_TARIFFS ?? {},
    secretsKey: env.SECRETS_KEY,
    storeHosts: env.STORE_HOSTS ?? [],
    storeTimeoutMs: env.STORE_TIMEOUT_SECONDS * 1_000,
    fakeStoresUrl: env.FAKE_STORES_URL?.replace(/\/+$/, ''),
  }
}

function toSignInSettings(env: z.output<typeof Environment>): SignInSettings {
  const { GOOGLE_CLIENT_ID: clientId, FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = env
  return {
    google: clientId === undefined ? undefined : { clientId, keysUrl: env.GOOGLE_KEYS_URL },
    facebook:
      appId === undefined || appSecret === undefined
        ? undefined
        : { appId, appSecret, graphUrl: env.FACEBOOK_GRAPH_URL },
  }
}

function toPaymentSettings(env: z.output<typeof Environment>): PaymentSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets = '' } = env
  const webhookSecrets = secrets.split(',').map((secret) => secret.trim())
  return {
    preference: env.PAYMENT_PROVIDERS?.split(',').map((entry) => {
      const [name = '', methods] = entry.trim().split(':')
      return { name, methods: methods?.split('+') }
    }),
    stripe:
      secretKey === undefined
        ? undefined
        : { secretKey, webhookSecrets, baseUrl: env.STRIPE_API_URL?.replace(/\/+$/, '') },
    redDot: toRedDotEnvironment(env),
  }
}
