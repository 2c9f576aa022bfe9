import { z } from 'zod'
import { type AppError, refused, unavailable } from '#ground/errors.ts'
import type { Answered, Ask } from '#platform/public-ask.ts'

/** A WooCommerce site and what opens it; `address` without a slash at its end. */
export type Site = Readonly<{ address: string; key: string; secret: string }>

/** A question to a site: `path` below `/wp-json`. With a body it is sent, without one it is asked for. */
export type Question<Data extends z.ZodType> = Readonly<{
  path: string
  body?: object
  data: Data
  timeoutMs?: number
}>

/** An answer, and how many pages there are of it where it is a list. */
export type Told<Data> = Readonly<{ data: Data; pages: number }>

const Refusal = z.object({ code: z.string(), message: z.string() })

/**
 * One question to one site (woocommerce.com, REST API v3, by Basic authentication over https). Throws `unavailable` for what a
 * later attempt may cure, `refused` for what its owner has to do something about.
 */
export async function askSite<Data extends z.ZodType>(
  ask: Ask,
  { address, key, secret }: Site,
  { path, body, data, timeoutMs }: Question<Data>,
): Promise<Told<z.output<Data>>> {
  const answer = await ask({
    url: `${address}/wp-json${path}`,
    headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  if (answer.status < 200 || answer.status >= 300) throw failureOf(answer, address)
  const parsed = data.safeParse(jsonIn(answer.text))
  if (!parsed.success)
    throw refused(
      'store_not_found',
      `${address} answers, but not as WooCommerce does. Is its REST API switched off?`,
    )
  return { data: parsed.data, pages: Number(answer.headers['x-wp-totalpages'] ?? 1) }
}

function failureOf({ status, text, headers }: Answered, address: string): AppError {
  if (status >= 300 && status < 400)
    return refused(
      'server_address',
      `${address} leads on to ${headers['location'] ?? 'elsewhere'}. Please give that address.`,
    )
  if (status === 429 || status === 408 || status >= 500)
    return unavailable(
      'store_busy',
      `${address} has too much to do at the moment.`,
      new Error(`it answered ${status}`),
    )
  const said = Refusal.safeParse(jsonIn(text))
  const words = said.success ? ` It says: ${said.data.message.slice(0, 200)}` : ''
  if (status === 401 || status === 403)
    return refused('store_access_denied', `${address} does not accept this key and secret.${words}`)
  if (status === 404)
    return refused(
      'store_not_found',
      `There is no WooCommerce at ${address}. Please check the address, and that its permalinks are not plain.`,
    )
  return refused('store_refused', `${address} did not take it.${words}`)
}

/** Warnings of a broken plugin may stand before the JSON. Undefined where there is none at all. */
function jsonIn(text: string): unknown {
  for (const candidate of [text, text.slice(Math.max(0, text.search(/[{[]/)))]) {
    try {
      return JSON.parse(candidate)
    } catch {
      // Not this one.
    }
  }
  return undefined
}
