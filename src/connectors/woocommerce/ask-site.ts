import type { z } from 'zod'
import { type AppError, refused } from '#core/errors.ts'
import type { Answered, Ask } from '#platform/security/safe-fetch.ts'
import { failureOf, jsonIn, Refusal, shownPage } from './site-answers.ts'

/** A WooCommerce site and what opens it; `address` without a slash at its end. */
export type Site = Readonly<{ address: string; key: string; secret: string }>

/** How sites are asked; the addresses of `keysInQuery` get their keys there. */
export type Woo = Readonly<{ ask: Ask; keysInQuery: Set<string> }>

/** A question to a site: `path` below `/wp-json`. With a body it is sent, without one it is asked for. */
export type Question<Data extends z.ZodType> = Readonly<{
  path: string
  body?: object
  data: Data
  timeoutMs?: number
}>

/** An answer, and how many pages there are of it where it is a list. */
export type Told<Data> = Readonly<{ data: Data; pages: number }>

/** So many sites are remembered that get their keys in the query; the oldest is asked anew. */
const MOST_REMEMBERED = 1_000

/**
 * One question to one site (woocommerce.com, REST API v3). Throws `unavailable` for what a later attempt may cure, `refused` for what
 * its owner has to do something about. Whatever is written must have been preceded by a reading: a refusal then says that the key may
 * only read.
 */
export async function askSite<Data extends z.ZodType>(
  woo: Woo,
  site: Site,
  question: Question<Data>,
): Promise<Told<z.output<Data>>> {
  const { address } = site
  const answer = await send(woo, site, question)
  if (answer.status < 200 || answer.status >= 300)
    throw failureOf(answer, { address, isWrite: question.body !== undefined })
  const json = jsonIn(answer.text)
  const parsed = question.data.safeParse(json)
  if (!parsed.success) throw json === undefined ? shownPage(address) : notWooCommerce(address)
  return { data: parsed.data, pages: Number(answer.headers['x-wp-totalpages'] ?? 1) }
}

function notWooCommerce(address: string): AppError {
  return refused(
    'store_not_found',
    `${address} answers, but not as WooCommerce does. Is its REST API switched off?`,
  )
}

/** By Basic authentication; a site that sees no key then gets it in the query (WooCommerce's own way around), by https only. */
async function send(woo: Woo, site: Site, question: Question<z.ZodType>): Promise<Answered> {
  const { ask, keysInQuery } = woo
  if (keysInQuery.has(site.address)) return ask(askedInQuery(site, question))
  const { key, secret } = site
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  const answer = await ask({ ...askedOf(site, question), headers: { authorization } })
  if (!isWithoutKey(answer) || !site.address.startsWith('https://')) return answer
  const second = await ask(askedInQuery(site, question))
  if (second.status !== 401) remember(keysInQuery, site.address)
  return second
}

function askedInQuery(site: Site, question: Question<z.ZodType>): Parameters<Ask>[0] {
  const { url, ...asked } = askedOf(site, question)
  const keys = new URLSearchParams({ consumer_key: site.key, consumer_secret: site.secret })
  return { ...asked, url: `${url}${url.includes('?') ? '&' : '?'}${keys.toString()}` }
}

function askedOf({ address }: Site, { path, body, timeoutMs }: Question<z.ZodType>): Parameters<Ask>[0] {
  return {
    url: `${address}/wp-json${path}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}

/** A wrong key has a code of its own: this one is told to whoever comes without any. */
function isWithoutKey({ status, text }: Answered): boolean {
  if (status !== 401) return false
  const said = Refusal.safeParse(jsonIn(text))
  return said.success && said.data.code.startsWith('woocommerce_rest_cannot_')
}

function remember(addresses: Set<string>, address: string): void {
  const [oldest] = addresses
  if (addresses.size >= MOST_REMEMBERED && oldest !== undefined) addresses.delete(oldest)
  addresses.add(address)
}
