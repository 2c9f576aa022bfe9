import { afterAll, beforeEach } from 'vitest'
import { EASYPOST_KEY } from './easypost/fake-easypost.ts'
import { EASYPOST_SECRET, startFakeParcels } from './easypost/fake-parcels.ts'
import { createTestShop } from '../shop/shop.ts'

/** The place where the test shop's parcels are handed over. */
export const EASYPOST_FROM = {
  name: 'Cabochon',
  street1: '10 Anson Road',
  city: 'Singapore',
  zip: '079903',
  country: 'SG',
  phone: '+6591234567',
}

/**
 * Returns a shop that buys labels of the fake EasyPost, for all tests of a file. Each test begins with an empty
 * EasyPost.
 */
export async function createEasyPostShop(environment: Record<string, string> = {}) {
  const easyPost = await startFakeParcels()
  const shop = await createTestShop({
    EASYPOST_API_KEY: EASYPOST_KEY,
    EASYPOST_FROM: JSON.stringify(EASYPOST_FROM),
    EASYPOST_WEBHOOK_SECRET: EASYPOST_SECRET,
    EASYPOST_URL: easyPost.books.url,
    ...environment,
  })
  beforeEach(() => easyPost.clear())
  afterAll(() => easyPost.close())
  return { easyPost, shop }
}
