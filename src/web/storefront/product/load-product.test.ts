import { isNotFound } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import {
  createProductDetail,
  createProductCard,
  createReviewData,
  createLoadedReviews,
} from '#tests/data/view-data.ts'
import { type Call, createCall } from '#web/app/calls/api.ts'
import type { PageContext } from '#web/app/router/page.ts'
import { loadProduct } from './load-product.ts'

const ID = createProductDetail().id
const BOUGHT_TOGETHER = createProductCard({ id: 'prd_together' })
const POPULAR = createProductCard({ id: 'prd_popular' })
const NOT_FOUND = { success: false, message: 'There is no such product.', code: 'product_not_found' }

test('loads a product with reviews, products bought together and its supplier’s popular products [PDP-42, PDP-44]', async () => {
  const data = await loadProduct(opened(callAnswering({})))
  expect(data).toEqual({
    product: createProductDetail(),
    supplierPlace: 'Copenhagen, Denmark',
    reviews: createLoadedReviews([createReviewData()]),
    posted: undefined,
    boughtTogether: { items: [BOUGHT_TOGETHER] },
    supplierProducts: { items: [POPULAR] },
  })
})

test('each part that fails has its own message, and does not affect the others [PDP-44, ERR-10, ERR-12]', async () => {
  const broken = Response.json({}, { status: 500 })
  const data = await loadProduct(
    opened(
      callAnswering({
        fetchReview: broken.clone(),
        getFrequentlyBoughtProduct: broken.clone(),
        getManufacturerProducts: broken,
      }),
    ),
  )
  expect(data).toMatchObject({
    product: { name: 'Signet ring' },
    reviews: { items: [], failure: 'Failed to load reviews' },
    boughtTogether: { items: [], failure: 'Failed to load related products' },
    supplierProducts: { items: [], failure: 'Failed to load related products' },
  })
})

test('an unknown product is a 404 page with the server’s message [PDP-45, ERR-07]', async () => {
  const call = callAnswering({ getProductsByID: Response.json(NOT_FOUND, { status: 404 }) })
  const thrown: unknown = await loadProduct(opened(call)).catch((error: unknown) => error)
  expect(isNotFound(thrown)).toBe(true)
  expect(thrown).toMatchObject({ data: 'There is no such product.' })
})

test('shows the server’s message for a refusal, and the page’s own for an outage [ERR-07]', async () => {
  const refused = callAnswering({
    getProductsByID: Response.json({ success: false, message: 'Too many calls.' }, { status: 429 }),
  })
  expect(await loadProduct(opened(refused))).toEqual({ failure: 'Too many calls.' })
  const broken = callAnswering({ getProductsByID: Response.json({}, { status: 500 }) })
  expect(await loadProduct(opened(broken))).toEqual({
    failure: 'Something went wrong, please try again later.',
  })
})

function opened(call: Call): PageContext {
  return { call, params: { id: ID }, search: {} }
}

type Endpoint = 'getProductsByID' | 'fetchReview' | 'getFrequentlyBoughtProduct' | 'getManufacturerProducts'

function callAnswering(special: Partial<Record<Endpoint, Response>>) {
  const success = { success: true, message: 'ok' }
  const usual: Record<Endpoint, unknown> = {
    getProductsByID: { ...success, getProduct: createProductDetail() },
    fetchReview: {
      ...success,
      getReview: [createReviewData()],
      summary: createLoadedReviews([createReviewData()]).summary,
      pages: 1,
    },
    getFrequentlyBoughtProduct: [createProductCard(), BOUGHT_TOGETHER],
    getManufacturerProducts: { ...success, getProducts: [BOUGHT_TOGETHER, POPULAR, createProductCard()] },
  }
  return createCall({
    send: async (path) => {
      // The second part of the path names the endpoint.
      const endpoint = path.split('/')[2] as Endpoint
      return special[endpoint] ?? Response.json(usual[endpoint])
    },
    log: () => undefined,
  })
}
