import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ProductCardData } from '#features/catalog/contract.ts'
import type { renderPage } from '#web/entry-server.tsx'

const TIMES = Number(process.argv[2] ?? 300)
const CARDS = 50

/** As fast as `main/pages.ts` compresses what it draws for one request. */
const QUICK = { level: 3 }

const toGzip = promisify(gzip)

await main()

/** Draws the listing of 50 from the built web, gzip included, and prints what one of it costs in CPU. */
async function main(): Promise<void> {
  // The built file: its path is known only after the build, so no types come with it.
  const built: { renderPage: typeof renderPage } = await import(
    new URL('../dist/server/entry-server.js', import.meta.url).href
  )
  const answer = JSON.stringify(listing())
  const one = async () => {
    const page = await built.renderPage({
      request: new Request('http://localhost/marketplace?page=1'),
      send: async () => new Response(answer, { headers: { 'content-type': 'application/json' } }),
      origin: 'http://localhost',
      log: (text, error) => console.error(text, error),
    })
    return { page, body: await toGzip(page.html, QUICK) }
  }
  // Warmed up as a server is that has run for a minute.
  for (let time = 0; time < TIMES; time += 1) await one()
  const before = process.cpuUsage()
  for (let time = 0; time < TIMES; time += 1) await one()
  const { user, system } = process.cpuUsage(before)
  const { page, body } = await one()
  if (page.status !== 200 || !page.html.includes(piece(CARDS - 1).id)) throw new Error('no listing was drawn')
  console.log(
    `listing of ${CARDS}: ${((user + system) / 1000 / TIMES).toFixed(2)} ms CPU each, gzip included`,
  )
  console.log(
    `${(page.html.length / 1000).toFixed(1)} KB of HTML, ${(body.length / 1000).toFixed(1)} KB gzip`,
  )
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
