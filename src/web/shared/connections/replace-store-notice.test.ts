import { expect, test } from 'vitest'
import { isOtherStore } from './replace-store-notice.tsx'

const halo = { address: 'https://halo.myshopify.com' }
const site = { address: 'https://halo.example/shop' }

test('the connected store is known by its address however it is typed, and another one is another', () => {
  const shopify = (shop: string) => isOtherStore(halo, { platform: 'shopify', shop })
  expect(['halo', ' HALO.myshopify.com/ ', 'halo-two'].map(shopify)).toEqual([false, false, true])
  const woo = (shop: string) => isOtherStore(site, { platform: 'woocommerce', shop })
  expect(['halo.example/shop/', 'https://halo.example'].map(woo)).toEqual([false, true])
})
