import { z } from 'zod'

/** The location of files in object storage, by the S3 protocol. `prefix` is empty or ends with a slash. */
export type S3Location = Readonly<{
  bucket: string
  prefix: string
  /** The address of the server, without a path. */
  endpoint: string
  region: string
  /** Whether URLs have the bucket in the path instead of the host. */
  isPathStyle: boolean
}>

/** The location of files in object storage, and its key. */
export type S3Settings = S3Location & Readonly<{ accessKey: string; secretKey: string }>

/** The environment variables of file storage. */
export const FILES_ENVIRONMENT = {
  FILES_URL: z.string().transform(toS3Location).optional(),
  FILES_ACCESS_KEY: z.string().min(1).optional(),
  FILES_SECRET_KEY: z.string().min(1).optional(),
}

const Environment = z.object(FILES_ENVIRONMENT)

/** Returns the object storage of files; undefined when they are in the data folder. */
export function toFilesSettings(env: z.output<typeof Environment>): S3Settings | undefined {
  const { FILES_URL: location, FILES_ACCESS_KEY: accessKey, FILES_SECRET_KEY: secretKey } = env
  return location && accessKey && secretKey ? { ...location, accessKey, secretKey } : undefined
}

/** Returns the missing settings: an address needs its key, and a key its address. */
export function findFilesIssues(env: z.output<typeof Environment>): [name: string, message: string][] {
  const keys = ['FILES_ACCESS_KEY', 'FILES_SECRET_KEY'] as const
  if (env.FILES_URL)
    return keys.filter((name) => !env[name]).map((name) => [name, 'is required with FILES_URL'])
  return keys.some((name) => env[name])
    ? [['FILES_URL', 'is required with FILES_ACCESS_KEY and FILES_SECRET_KEY']]
    : []
}

const EXAMPLE = 's3://bucket?endpoint=https://s3.example.com&region=eu-central-1&path-style=1'
const KNOWN_PARAMETERS = new Set(['endpoint', 'region', 'path-style'])
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^([a-z0-9][a-z0-9._-]*\/)*$/

function toS3Location(text: string, context: z.RefinementCtx): S3Location {
  const fail = (message: string) => {
    context.addIssue(message)
    return z.NEVER
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:' || !BUCKET.test(url.hostname)) return fail(`must look like ${EXAMPLE}`)
  if (url.username || url.password)
    return fail('must not hold keys: set FILES_ACCESS_KEY and FILES_SECRET_KEY')
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN_PARAMETERS.has(name))
  if (unknown !== undefined) return fail(`has the unknown parameter ${unknown}: must look like ${EXAMPLE}`)
  const prefix = url.pathname.replace(/^\/+/, '').replace(/([^/])$/, '$1/')
  if (!PREFIX.test(prefix)) return fail('may have lower-case letters, digits and hyphens after the bucket')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = toEndpoint(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  if (endpoint === undefined)
    return fail('must name its endpoint by an http(s) address without a path, such as https://s3.example.com')
  const isPathStyle = /^(1|on|true)$/.test(url.searchParams.get('path-style') ?? '')
  return { bucket: url.hostname, prefix, endpoint, region, isPathStyle }
}

function toEndpoint(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search
  return isOrigin && !url.username ? url.origin : undefined
}
