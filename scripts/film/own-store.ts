import { fakeStores, type FakeStores } from '#tests/fakes/stores/server.ts'
import { fakeWoo } from '#tests/fakes/stores/fake-woo.ts'

const HOST = 'tan-and-daughters.example'
const SITE = { name: 'Tan & Daughters' }

/** What the film's vendor types to connect her own store. */
export const STORE_KEYS = { 'Store Address': `https://${HOST}`, ...keysOf(fakeWoo(HOST, SITE).typed) }

/** Begins to play that store; the shop that is filmed finds it by the setting `STORES_PLAYED_AT`. */
export async function playedStore(): Promise<FakeStores> {
  const stores = await fakeStores()
  stores.woo(HOST, SITE)
  return stores
}

function keysOf({ key = '', secret = '' }: Readonly<Record<string, string>>) {
  return { Key: key, Secret: secret }
}
