import type { PlayedAnswer, PlayedCall, PlayedShop, StoreFault } from './server.ts'
import {
  answerProducts,
  createProduct,
  errorAnswer,
  type OwnerFields,
  ownProduct,
  shownProduct,
  standingOf,
  type WooBooks,
} from './woo-products.ts'

/** A WooCommerce site, played; `refusePictures` makes it fail at pictures, as one behind a firewall does. */
export type FakeWoo = PlayedShop &
  Readonly<{
    refusePictures(isRefused?: boolean): void
    /** Its number stays, its SKU is free. */
    moveToBin(id: string): void
    /** What is done whenever the site is asked, such as letting time pass. */
    whenAsked(happens: () => void): void
    /** A product of the owner's with whatever fields a real site would answer for it. */
    addFields(name: string, fields: object): void
    /** What its owner does to a product or a variation in the admin. */
    setFields(id: string, fields: OwnerFields): void
    /** All products and variations as a real site would answer them. */
    listed(): readonly ReturnType<typeof shownProduct>[]
  }>

/**
 * What a site is, where it matters: it sells in dollars, and its key may write. One that `stripsHeaders` stands behind a server that
 * keeps the Authorization header to itself.
 */
export type WooGiven = Readonly<{
  currency?: string
  mayWrite?: boolean
  name?: string
  stripsHeaders?: boolean
}>

/**
 * Plays a site as the recorded WooCommerce 8.4 answers: keys by Basic authentication or in the query, no SKU twice, batches that fail
 * one by one.
 */
export function fakeWoo(
  host: string,
  { currency = 'USD', mayWrite = true, name: siteName = `The site ${host}`, stripsHeaders }: WooGiven = {},
): FakeWoo {
  const faults: StoreFault[] = []
  const asked: string[] = []
  const books: WooBooks = { products: [], made: 10, takesPictures: true }
  const [key, secret] = [`ck_${'a'.repeat(40)}`, `cs_${'b'.repeat(40)}`]
  let isLocked = false
  let happens = (): void => undefined

  function answer(call: PlayedCall): PlayedAnswer {
    const { method, path, headers, query } = call
    asked.push(`${method} ${path}`)
    happens()
    if (path === '/wp-json/') return { status: 200, body: { name: siteName, namespaces: ['wp/v2', 'wc/v3'] } }
    const shownKeys = keysOf(query, stripsHeaders ? undefined : headers.authorization)
    // Recorded: a key that it does not know is told what is told without any, another secret of a known one is told so.
    if (isLocked || shownKeys.key !== key) return method === 'POST' ? NOBODY_WRITES : NOBODY_READS
    if (shownKeys.secret !== secret) return errorAnswer(401, NO_AUTH, 'Consumer secret is invalid.')
    if (method === 'POST' && !mayWrite)
      return errorAnswer(401, NO_AUTH, 'The API key provided does not have write permissions.')
    if (path === '/wp-json/wc/v3/settings/general/woocommerce_currency')
      return { status: 200, body: { value: currency } }
    return answerProducts(books, call)
  }

  const byId = (id: string) => books.products.filter((product) => String(product.id) === id)
  return {
    typed: { platform: 'woocommerce', shop: `https://${host}/`, key, secret },
    faults,
    asked,
    refusePictures: (isRefused = true) => void (books.takesPictures = !isRefused),
    setFields(id, fields) {
      for (const product of byId(id)) Object.assign(product, fields)
    },
    listed: () => books.products.map((product) => shownProduct(product, books)),
    whenAsked: (wanted) => void (happens = wanted),
    lockOut: () => void (isLocked = true),
    moveToBin(id) {
      for (const product of books.products)
        if (String(product.id) === id || String(product.parent) === id) product.isInBin = true
    },
    standing: () =>
      books.products
        .filter(({ parent, isInBin }) => parent === undefined && !isInBin)
        .map((product) => standingOf(product, books.products)),
    rename(id, name) {
      for (const product of byId(id)) product.name = name
    },
    addOwn: (name, price) => void createProduct(books, ownProduct(name, price, books.made)),
    addFields(name, fields) {
      createProduct(books, ownProduct(name, '45.50', books.made))
      const made = books.products.at(-1)
      if (made) made.fields = fields
    },
    answer,
  }
}

const NO_AUTH = 'woocommerce_rest_authentication_error'
const NOBODY_READS = errorAnswer(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
const NOBODY_WRITES = errorAnswer(
  401,
  'woocommerce_rest_cannot_batch',
  'Sorry, you are not allowed to batch manipulate this resource.',
)

/** The keys that come with a call, by Basic authentication or else in the query. */
function keysOf(query: URLSearchParams, authorization = '') {
  const [key = '', secret] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  return {
    key: key || query.get('consumer_key'),
    secret: secret ?? query.get('consumer_secret'),
  }
}
