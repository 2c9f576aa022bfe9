import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '#database/database.ts'
import type { Replicas } from '#database/connections/replicas/replicas.ts'
import { DAY, SECOND } from '#core/time.ts'
import { SEEN_COOKIE, SEEN_COOKIE_NAME } from './internal-calls.ts'

/** The choice of the server that answers a read, by the caller's cookie. */
export type ReplicaReads = Readonly<{
  /**
   * Returns the database for a read: a replica that shows all writes of this caller, else the primary. Callers
   * with a token but without the cookie may have written anything, so the primary answers them.
   */
  choose(headers: CallerHeaders): Database
  /** Returns the database for a read that must show all that is committed now. */
  chooseCurrent(): Promise<Database>
  /** Returns the cookie for a caller that may have written: what is committed now is shown to them from here on. */
  createCookie(): Promise<string>
}>

type CallerHeaders = Readonly<{ cookie: string | undefined; authorization: string | undefined }>

/** The options of reads from replicas: `secret` signs the cookie, so that nobody chooses the server. */
export type ReplicaReadsOptions = Readonly<{
  replicas: Pick<Replicas, 'read' | 'readCurrent' | 'readPosition'>
  db: Database
  secret: string
  cookieDomain: string | undefined
  isSecure: boolean
}>

/** The lifetime of the cookie. Later callers with a token use the primary until they write again. */
const COOKIE_MS = 30 * DAY

const SIGNATURE_BYTES = 12

/** Returns the choice of servers for reads. */
export function createReplicaReads(options: ReplicaReadsOptions): ReplicaReads {
  const { replicas, db, secret, cookieDomain, isSecure } = options
  const sign = (text: string) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, SIGNATURE_BYTES)
  const attributes = [
    'Path=/',
    `Max-Age=${COOKIE_MS / SECOND}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(cookieDomain === undefined ? [] : [`Domain=${cookieDomain}`]),
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')

  function readSeen(cookie: string | undefined): bigint | undefined {
    const [, text, signature] = SEEN_COOKIE.exec(cookie ?? '') ?? []
    if (text === undefined || signature === undefined) return undefined
    if (!timingSafeEqual(sign(text), Buffer.from(signature, 'base64url'))) return undefined
    return parsePosition(text)
  }

  return {
    choose({ cookie, authorization }) {
      const seen = readSeen(cookie)
      return seen === undefined && authorization !== undefined ? db : replicas.read(seen)
    },
    chooseCurrent: replicas.readCurrent,
    async createCookie() {
      const text = (await replicas.readPosition()).toString(RADIX)
      return `${SEEN_COOKIE_NAME}=${text}.${sign(text).toString('base64url')}; ${attributes}`
    },
  }
}

const RADIX = 36

function parsePosition(text: string): bigint {
  let position = 0n
  for (const digit of text) position = position * BigInt(RADIX) + BigInt(Number.parseInt(digit, RADIX))
  return position
}
