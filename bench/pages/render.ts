import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import type { RenderedPage, renderPage } from '#web/app/entry-server.tsx'
import { formatRow, type Measurement, type Row } from '../table.ts'

/** The renderings before measuring, as on a server that has run for a minute. */
const WARM_UP = 400

/** The number of rounds, of which the fastest counts: the others were delayed by the machine's other work. */
const ROUNDS = 8
const TIMES = 60

const CARDS = 50

/** The levels by which `main/http/pages/pages.ts` compresses a page rendered for one request. */
const QUICK_GZIP = { level: 3 }
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/**
 * The rendering of a listing of 50 by the built web, without a cache. It measures the CPU time of all threads for
 * one page, compressed.
 */
export const RENDERING: Measurement = { what: 'CPU of drawing a listing', run: measureRendering }

async function measureRendering(): Promise<Row[]> {
  const renderListing = await loadRenderer()
  const { html } = await renderListing()
  const withGzip = await measureCpuMs(async () => toGzip((await renderListing()).html, QUICK_GZIP))
  const withBrotli = await measureCpuMs(async () => toBrotli((await renderListing()).html, QUICK_BROTLI))
  const size = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  const name = `CPU of drawing a listing of ${CARDS}`
  return [
    {
      what: `${name}, gzip included`,
      figure: withGzip,
      unit: 'ms',
      bar: 4.4,
      aim: 2.2,
      peers: 'Medusa 26, Vendure 22, Mercur 38, Hydrogen 25',
      note: `${size(html.length)} of HTML, ${size((await toGzip(html, QUICK_GZIP)).length)} sent`,
    },
    {
      what: `${name}, brotli included`,
      figure: withBrotli,
      unit: 'ms',
      note: `${size((await toBrotli(html, QUICK_BROTLI)).length)} sent, as to every browser under https`,
    },
  ]
}

async function loadRenderer(): Promise<() => Promise<RenderedPage>> {
  // The built file: its path is known only after the build, so no types come with it.
  const serverBundle: { renderPage: typeof renderPage } = await import(
    new URL('../../dist/server/entry-server.js', import.meta.url).href
  )
  const responseJson = JSON.stringify(createListing())
  const renderListing = () =>
    serverBundle.renderPage({
      request: new Request('http://localhost/marketplace?page=1'),
      send: async () => new Response(responseJson, { headers: { 'content-type': 'application/json' } }),
      origin: 'http://localhost',
      log: (text, error) => console.error(text, error),
    })
  const { status, html } = await renderListing()
  if (status !== 200 || !html.includes(createProduct(CARDS - 1).id)) throw new Error('no listing was drawn')
  return renderListing
}

async function measureCpuMs(work: () => Promise<unknown>): Promise<number> {
  for (let time = 0; time < WARM_UP; time += 1) await work()
  let minMs = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const cpuBefore = process.cpuUsage()
    for (let time = 0; time < TIMES; time += 1) await work()
    const { user, system } = process.cpuUsage(cpuBefore)
    minMs = Math.min(minMs, (user + system) / 1000 / TIMES)
  }
  return minMs
}

function createListing() {
  const getProduct = Array.from({ length: CARDS }, (_, index) => createProduct(index))
  return { success: true, message: '', total: 313, page: 1, pages: 7, getProduct }
}

/** A product with texts as long as those of a real catalogue; every third is on offer. */
function createProduct(index: number): ProductCardData {
  const key = `ring-halo-sapphire-${index}`
  const image = { image_url: `/media/${key}-800.webp`, key, tint: '#e9e4db', alt: 'Halo ring' }
  return {
    id: `prd_${index.toString(16).padStart(32, '0')}`,
    name: `Halo ring ${index} with Ceylon sapphire in white gold`,
    description: 'A quiet product, made to be worn every day. Polished by hand. '.repeat(3),
    price: 1290 + index,
    offerPrice: index % 3 === 0 ? 990 : null,
    stock: index % 23,
    category: 'Rings',
    sku: `SKU-${index}`,
    manufacturer: { id: `sup_${'1'.padStart(32, '0')}`, name: 'Atelier Morane' },
    warehouse: 'Singapore',
    review_count: index % 9,
    rating: 4.5,
    sold: index * 3,
    variantCount: 2,
    product_images: [image, { ...image, key: `${key}-side` }],
    reviews: [],
  }
}

if (import.meta.main) for (const row of await RENDERING.run()) console.log(formatRow(row))
