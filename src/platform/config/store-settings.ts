import { z } from 'zod'

/** A host name or an address, with or without a port. */
const HOST = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/

/**
 * The environment variables about secrets and connected stores. `SECRETS_KEY` is 32 bytes in Base64, the key for
 * stored secrets. `STORE_HOSTS` are hosts of connected stores that are allowed at any network address.
 * `STORE_TIMEOUT_SECONDS` is the time limit of a connected store's response. `FAKE_STORES_URL` is a server that
 * fakes all connected stores, in tests.
 */
export const STORE_ENVIRONMENT = {
  SECRETS_KEY: z
    .base64('must be 32 bytes in Base64')
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes in Base64, as `openssl rand -base64 32` makes them')
    .optional(),
  STORE_HOSTS: z
    .string()
    .transform((text) =>
      text
        .toLowerCase()
        .split(',')
        .map((host) => host.trim()),
    )
    .refine(
      (hosts) => hosts.every((host) => HOST.test(host)),
      'must be hosts such as shop.lan or 192.168.1.10:8443, separated by commas',
    )
    .optional(),
  STORE_TIMEOUT_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0.05, 'must be 0.05 or more')
    .max(60, 'must be 60 or less')
    .default(15),
  FAKE_STORES_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
}

const Environment = z.object(STORE_ENVIRONMENT)

/** Returns errors that concern several settings: a name and a message. */
export function findStoreIssues(
  env: z.output<typeof Environment>,
  isProduction: boolean,
): readonly (readonly [string, string])[] {
  // A server at this address receives the keys of all connected stores.
  return isProduction && env.FAKE_STORES_URL
    ? [['FAKE_STORES_URL', 'is for tests only and not allowed in production']]
    : []
}
