import { createSignedInAccount, type CreatedAccount } from '../shop/accounts.ts'
import { createTestSupplier } from '../shop/factories.ts'
import { type ApiResponse, SHOP_URL, type TestShop } from '../shop/shop.ts'
import { getField } from './chat.ts'

/** The fields of an import that tests read. */
export type ReadImport = Readonly<{
  id: string
  state: string
  encoding: string
  format: string
  platform: string | null
  failure: string | null
  rows: number
  progress: { done: number; total: number | null }
  counts: Readonly<Record<string, number>>
  sample: { headers: string[]; rows: string[][] }
  mapping: Readonly<Record<string, string>>
}>

/** The fields of a plan's product that tests read. */
export type ReadItem = Readonly<{
  title: string
  outcome: string | null
  reason: string | null
  lines: { first: number; last: number }
  notes: readonly Readonly<{ line: number; text: string }>[]
  changes: readonly Readonly<{
    field: string
    variant: string | null
    before: string | null
    after: string | null
  }>[]
}>

/** Returns a supplier with a store of their own, signed in. */
export async function createSupplierAccount({ db, now }: TestShop): Promise<CreatedAccount> {
  const owns = await createTestSupplier(db)
  return createSignedInAccount(db, now(), { type: 'manufacturer', owns })
}

/** Returns a supplier's steps with files of products. */
export function createImportSteps(shop: TestShop) {
  const send = async (
    account: CreatedAccount,
    content: string | Uint8Array,
    query: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse> => {
    const search = new URLSearchParams({ name: 'products.csv', ...query })
    const response = await shop.app.http.request(`${SHOP_URL}/supplier/imports?${search}`, {
      method: 'POST',
      headers: account.headers,
      body: typeof content === 'string' ? content : Uint8Array.from(content),
    })
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text), headers: response.headers }
  }
  const post = (account: CreatedAccount, path: string, body: object = {}) =>
    shop.post(`/supplier/imports/${path}`, body, account.headers)
  const read = async (account: CreatedAccount, id: string): Promise<ReadImport> =>
    getField(await shop.get(`/supplier/imports/${id}`, account.headers), 'import')
  const readItems = async (account: CreatedAccount, id: string, tab: string): Promise<ReadItem[]> =>
    getField(await shop.get(`/supplier/imports/${id}/items?tab=${tab}`, account.headers), 'items')
  /** Uploads a file and makes its plan. */
  const plan = async (
    account: CreatedAccount,
    content: string | Uint8Array,
    query: Readonly<Record<string, string>> = {},
  ): Promise<ReadImport> => {
    const answer = await send(account, content, query)
    if (answer.status !== 200) throw new Error(answer.text)
    await shop.work()
    return read(account, getField<ReadImport>(answer, 'import').id)
  }
  /** Applies a plan to its end. */
  const apply = async (account: CreatedAccount, id: string): Promise<ReadImport> => {
    const answer = await post(account, `${id}/apply`)
    if (answer.status !== 200) throw new Error(answer.text)
    await shop.work()
    return read(account, id)
  }
  const exportCsv = async (account: CreatedAccount): Promise<string> => {
    const response = await shop.app.http.request(`${SHOP_URL}/supplier/product-export`, {
      headers: account.headers,
    })
    return response.text()
  }
  return { send, post, read, readItems, plan, apply, exportCsv }
}
