import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/**
 * The role of a process. It does `all`, answers requests (`web`), runs jobs (`worker`), or migrates the database
 * and ends (`migrate`).
 */
export type Role = 'all' | 'web' | 'worker' | 'migrate'

/**
 * The trusted proxies. `hops` is how many stand before the shop, each adding one entry to `X-Forwarded-For`;
 * `networks` are their addresses, however many. Undefined where there are none.
 */
export type TrustedProxies = Readonly<{ hops: number }> | Readonly<{ networks: BlockList }> | undefined

/** The settings of Valkey: its address, and what the names of its keys and channels begin with. */
export type ValkeySettings = Readonly<{ url: string; prefix: string }>

/** The settings of traces: the collector's address, the service's name, and the share of traces that is kept, 0 to 1. */
export type TracingSettings = Readonly<{ url: string; serviceName: string; share: number }>

/** The settings of a process beside others of the same shop. */
export type ProcessSettings = Readonly<{
  role: Role
  /** Whether a start brings the database up to date; off, it refuses one that is behind. */
  migratesAtStart: boolean
  /** How long a process that was asked to stop continues answering, while `/readyz` says that it stops. */
  drainSeconds: number
  /** The most connections of a process to its database, beside four for what need not wait for the disk. */
  databasePool: number
  trustedProxies: TrustedProxies
  /** The port of metrics and the token that opens them; undefined where they are off. */
  metrics: Readonly<{ port: number; token: string | undefined }> | undefined
  /** What counts calls and carries notifications between processes; undefined where the database does. */
  valkey: ValkeySettings | undefined
  /** Where traces go; undefined where they are off. */
  tracing: TracingSettings | undefined
}>

const MAX_HOPS = 10

const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be ${least} or more`).max(most, `must be ${most} or less`))

const DatabaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')

/** The settings of a process, as they stand in the environment. */
export const PROCESS_ENVIRONMENT = {
  ROLE: z.enum(['all', 'web', 'worker', 'migrate']).default('all'),
  MIGRATE: z.enum(['on', 'off']).default('on'),
  DRAIN_SECONDS: count(0, 300).default(0),
  DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_DIRECT_URL: DatabaseUrl.optional(),
  DATABASE_POOL: count(2, 200).default(16),
  METRICS_PORT: count(0, 65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  VALKEY_URL: z
    .string()
    .regex(/^rediss?:\/\/[^/]/, 'must begin with redis:// or rediss://')
    .optional(),
  VALKEY_PREFIX: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, - and _')
    .default('cabochon'),
  // The names that OpenTelemetry gives them: https://opentelemetry.io/docs/specs/otel/protocol/exporter/
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100).default('cabochon'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number from 0 to 1').min(0).max(1).default(1),
  TRUST_PROXY: z.string().default('off').transform(toTrustedProxies),
}

const Environment = z.object(PROCESS_ENVIRONMENT)

/** Returns the settings of a process beside others. */
export function toProcessSettings(env: z.output<typeof Environment>): ProcessSettings {
  return {
    role: env.ROLE,
    migratesAtStart: env.MIGRATE === 'on',
    drainSeconds: env.DRAIN_SECONDS,
    databasePool: env.DATABASE_POOL,
    trustedProxies: env.TRUST_PROXY,
    metrics:
      env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, token: env.METRICS_TOKEN },
    tracing:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
            serviceName: env.OTEL_SERVICE_NAME,
            share: env.OTEL_TRACES_SAMPLER_ARG,
          },
    valkey: env.VALKEY_URL === undefined ? undefined : { url: env.VALKEY_URL, prefix: env.VALKEY_PREFIX },
  }
}

/** Lists what does not go together: the built-in database belongs to a process that does everything. */
export function findProcessIssues(
  env: z.output<typeof Environment> & Readonly<{ PORT: number }>,
): [name: string, message: string][] {
  const issues: [name: string, message: string][] = []
  if (env.ROLE === 'migrate' && env.MIGRATE === 'off')
    issues.push(['MIGRATE', 'must not be off with ROLE=migrate, which does nothing else'])
  if (env.METRICS_TOKEN && env.METRICS_PORT === undefined)
    issues.push(['METRICS_PORT', 'is required with METRICS_TOKEN'])
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT !== 0 && env.METRICS_PORT === env.PORT)
    issues.push(['METRICS_PORT', 'must be another one than PORT'])
  if (!env.DATABASE_URL && env.VALKEY_URL)
    issues.push(['VALKEY_URL', 'is for several processes on one DATABASE_URL, which is not set'])
  if (!env.DATABASE_URL && env.DATABASE_DIRECT_URL)
    issues.push(['DATABASE_URL', 'is required with DATABASE_DIRECT_URL: it is the address of the pooler'])
  if (!env.DATABASE_URL && env.ROLE !== 'all')
    issues.push([
      'DATABASE_URL',
      `is required with ROLE=${env.ROLE}: the built-in database runs within one process`,
    ])
  return issues
}

function toTrustedProxies(text: string, context: z.RefinementCtx): TrustedProxies {
  if (text === 'off') return undefined
  if (text === 'on') return { hops: 1 }
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_HOPS) return { hops: Number(text) }
  const networks = new BlockList()
  const entries = text.split(',').map((entry) => entry.trim())
  if (entries.every((entry) => addNetwork(networks, entry))) return { networks }
  context.addIssue(
    `must be on, off, the number of proxies (1 to ${MAX_HOPS}), or their networks, such as 10.0.0.0/8, fd00::/8`,
  )
  return z.NEVER
}

/** Adds an address or a network; returns whether it is one. */
function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  const size = version === 6 ? 128 : 32
  const length = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
  if (version === 0 || rest.length > 0 || length < 0 || length > size) return false
  networks.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4')
  return true
}
