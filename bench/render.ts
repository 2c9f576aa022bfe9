import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import type { RenderedPage, renderPage } from '#web/app/entry-server.tsx'
import { tableLine, type Measurement, type Row } from './table.ts'

/** Drawn so often before anything is measured, as a server has that has run for a minute. */
const WARM_UP = 400

/** The least of so many rounds counts: what a round costs above it is the machine's other work. */
const ROUNDS = 8
const TIMES = 60

const CARDS = 50

/** As fast as `main/pages.ts` compresses what it draws for one request. */
const QUICK_GZIP = { level: 3 }
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Drawing a listing of 50 by the built web: CPU time of all threads for one page, compressed, kept by nobody. */
export const RENDERING: Measurement = { what: 'CPU of drawing a listing', run: measureRendering }

async function measureRendering(): Promise<Row[]> {
  const draw = await drawing()
  const { html } = await draw()
  const withGzip = await cpuMs(async () => toGzip((await draw()).html, QUICK_GZIP))
  const withBrotli = await cpuMs(async () => toBrotli((await draw()).html, QUICK_BROTLI))
  const size = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  const what = `CPU of drawing a listing of ${CARDS}`
  return [
    {
      what: `${what}, gzip included`,
      figure: withGzip,
      unit: 'ms',
      bar: 4.4,
      aim: 2.2,
      peers: 'Medusa 26, Vendure 22, Mercur 38, Hydrogen 25',
      note: `${size(html.length)} of HTML, ${size((await toGzip(html, QUICK_GZIP)).length)} sent`,
    },
    {
      what: `${what}, brotli included`,
      figure: withBrotli,
      unit: 'ms',
      note: `${size((await toBrotli(html, QUICK_BROTLI)).length)} sent, as to every browser under https`,
    },
  ]
}

async function drawing(): Promise<() => Promise<RenderedPage>> {
  // The built file: its path is known only after the build, so no types come with it.
  const built: { renderPage: typeof renderPage } = await import(
    new URL('../dist/server/entry-server.js', import.meta.url).href
  )
  const answer = JSON.stringify(listing())
  const draw = () =>
    built.renderPage({
      request: new Request('http://localhost/marketplace?page=1'),
      send: async () => new Response(answer, { headers: { 'content-type': 'application/json' } }),
      origin: 'http://localhost',
      log: (text, error) => console.error(text, error),
    })
  const { status, html } = await draw()
  if (status !== 200 || !html.includes(piece(CARDS - 1).id)) throw new Error('no listing was drawn')
  return draw
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  for (let time = 0; time < WARM_UP; time += 1) await work()
  let least = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    for (let time = 0; time < TIMES; time += 1) await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000 / TIMES)
  }
  return least
}

function listing() {
  const getProduct = Array.from({ length: CARDS }, (_, place) => piece(place))
  return { success: true, message: '', total: 313, page: 1, pages: 7, getProduct }
}

/** A piece with texts as long as those of a real catalogue; every third is on offer. */
function piece(place: number): ProductCardData {
  const key = `ring-halo-sapphire-${place}`
  const image = { image_url: `/media/${key}-800.webp`, key, tint: '#e9e4db', alt: 'Halo ring' }
  return {
    id: `prd_${place.toString(16).padStart(32, '0')}`,
    name: `Halo ring ${place} with Ceylon sapphire in white gold`,
    description: 'A quiet piece, made to be worn every day. Polished by hand. '.repeat(3),
    price: 1290 + place,
    offerPrice: place % 3 === 0 ? 990 : null,
    stock: place % 23,
    category: 'Rings',
    sku: `SKU-${place}`,
    manufacturer: { id: `sup_${'1'.padStart(32, '0')}`, name: 'Atelier Morane' },
    warehouse: 'Singapore',
    review_count: place % 9,
    rating: 4.5,
    sold: place * 3,
    variantCount: 2,
    product_images: [image, { ...image, key: `${key}-side` }],
    reviews: [],
  }
}

if (import.meta.main) for (const row of await RENDERING.run()) console.log(tableLine(row))
