import { startFakeStores, type FakeStores } from '#tests/fakes/stores/server.ts'
import { createFakeWoo } from '#tests/fakes/stores/fake-woo.ts'

const HOST = 'tan-and-daughters.example'
const SITE = { name: 'Tan & Daughters' }

/** The keys that the film's vendor types to connect her own store. */
export const STORE_KEYS = {
  'Store Address': `https://${HOST}`,
  ...toKeyFields(createFakeWoo(HOST, SITE).typed),
}

/** Starts the fake store; the filmed shop finds it by the setting `FAKE_STORES_URL`. */
export async function startFakeStore(): Promise<FakeStores> {
  const stores = await startFakeStores()
  stores.woo(HOST, SITE)
  return stores
}

function toKeyFields({ key = '', secret = '' }: Readonly<Record<string, string>>) {
  return { Key: key, Secret: secret }
}
