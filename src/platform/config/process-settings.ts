import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/**
 * The role of a process. It does everything (`all`), answers requests (`web`), runs jobs (`worker`), or migrates the
 * database and exits (`migrate`).
 */
export type Role = 'all' | 'web' | 'worker' | 'migrate'

/**
 * The trusted proxies. `hops` is the number of proxies before the shop, each of which adds one entry to
 * `X-Forwarded-For`; `networks` are their addresses, for any number of them. Undefined without proxies.
 */
export type TrustedProxies = Readonly<{ hops: number }> | Readonly<{ networks: BlockList }> | undefined

/** The settings of Valkey: its address, and the prefix of its keys and channels. */
export type ValkeySettings = Readonly<{ url: string; prefix: string }>

/** The settings of traces: the collector's address, the service's name, and the sampled share of traces, 0 to 1. */
export type TracingSettings = Readonly<{ url: string; serviceName: string; share: number }>

/** The settings of a process that runs beside others of the same shop. */
export type ProcessSettings = Readonly<{
  role: Role
  /** Whether a start migrates the database; when false, a start fails on an outdated one. */
  migratesAtStart: boolean
  /** How long a stopping process continues to answer requests while `/readyz` reports the stop, in seconds. */
  drainSeconds: number
  /** The most connections of a process to its database, besides four for commits that do not wait for the disk. */
  databasePool: number
  /** The addresses of the database's replicas, for processes that answer requests. */
  replicaUrls: readonly string[]
  /** How many jobs of each kind that call connected stores run at once. */
  storeWorkers: number
  trustedProxies: TrustedProxies
  /** The port of metrics and the token for reading them; undefined when metrics are off. */
  metrics: Readonly<{ port: number; token: string | undefined }> | undefined
  /** The Valkey server that counts calls and relays notifications; undefined when the database does both. */
  valkey: ValkeySettings | undefined
  /** The destination of traces; undefined when tracing is off. */
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

/** The environment variables of a process. */
export const PROCESS_ENVIRONMENT = {
  ROLE: z.enum(['all', 'web', 'worker', 'migrate']).default('all'),
  MIGRATE: z.enum(['on', 'off']).default('on'),
  DRAIN_SECONDS: count(0, 300).default(0),
  DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_DIRECT_URL: DatabaseUrl.optional(),
  DATABASE_REPLICA_URLS: z
    .string()
    .optional()
    .transform((text) =>
      text === undefined || text.trim() === '' ? [] : text.split(',').map((url) => url.trim()),
    )
    .pipe(z.array(DatabaseUrl)),
  DATABASE_POOL: count(2, 200).default(16),
  STORE_WORKERS: count(1, 100).default(2),
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
  // The names are OpenTelemetry's: https://opentelemetry.io/docs/specs/otel/protocol/exporter/
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100).default('cabochon'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number from 0 to 1').min(0).max(1).default(1),
  TRUST_PROXY: z.string().default('off').transform(toTrustedProxies),
}

const Environment = z.object(PROCESS_ENVIRONMENT)

/** Returns the settings of a process that runs beside others. */
export function toProcessSettings(env: z.output<typeof Environment>): ProcessSettings {
  return {
    role: env.ROLE,
    migratesAtStart: env.MIGRATE === 'on',
    drainSeconds: env.DRAIN_SECONDS,
    databasePool: env.DATABASE_POOL,
    replicaUrls: env.ROLE === 'web' || env.ROLE === 'all' ? env.DATABASE_REPLICA_URLS : [],
    storeWorkers: env.STORE_WORKERS,
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

/** Returns contradictions between settings: the embedded database requires a process with the role `all`. */
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
  const replicas = env.DATABASE_REPLICA_URLS
  if (!env.DATABASE_URL && replicas.length > 0)
    issues.push(['DATABASE_URL', 'is required with DATABASE_REPLICA_URLS: it is the address of the primary'])
  const primaries = [env.DATABASE_URL, env.DATABASE_DIRECT_URL]
  if (new Set(replicas).size < replicas.length || replicas.some((url) => primaries.includes(url)))
    issues.push(['DATABASE_REPLICA_URLS', 'must name each replica once, and not the address of the primary'])
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

/** Adds an address or a network; returns false for an invalid one. */
function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  const size = version === 6 ? 128 : 32
  const length = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
  if (version === 0 || rest.length > 0 || length < 0 || length > size) return false
  networks.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4')
  return true
}
