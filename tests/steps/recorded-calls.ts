import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { queryRows } from '#database/database.ts'
import { type CreatedAccount, createSession } from '#tests/shop/accounts.ts'
import { type ApiResponse, SHOP_URL, type TestShop } from '#tests/shop/shop.ts'

/** The caller: an owner, or a member for the business. */
type Caller = Readonly<{ id: number; business?: Pick<CreatedAccount, 'id' | 'publicId'> }>

/** Returns a function that makes calls and looks them up in the activity log; `recorded` has those with an entry. */
export function createCallRecorder(shop: TestShop) {
  const recorded = new Set<string>()
  /** Makes a vendor's call, which has to succeed, and records whether the business's log names its author. */
  async function act(
    caller: Caller,
    name: string,
    { body = {}, ...params }: Readonly<{ body?: object; [param: string]: unknown }> = {},
  ): Promise<ApiResponse> {
    const before = await countEntries(shop, caller)
    const path = name.replace('POST ', '').replaceAll(/\{(\w+)\}/g, (_, param) => String(params[param]))
    const { headers } = await createSession(shop.db, caller.id, shop.now())
    const acting = caller.business ? { 'x-business': caller.business.publicId } : {}
    const answer =
      body instanceof Uint8Array
        ? await upload(shop, path, { body: Uint8Array.from(body), headers })
        : await shop.post(path, body, { ...headers, ...acting })
    expect([name, answer.status, answer.text]).toEqual([name, 200, answer.text])
    if ((await countEntries(shop, caller)) > before) recorded.add(name)
    return answer
  }

  return { act, recorded, listActions: (businessId: number) => listActions(shop, businessId) }
}

async function countEntries(shop: TestShop, { id, business }: Caller): Promise<number> {
  const [found] = await queryRows<{ n: number }>(
    shop.db,
    sql`select count(*)::int as n from audit_log where account_id = ${id} and business_id = ${business?.id ?? id}`,
  )
  return found?.n ?? 0
}

async function listActions(shop: TestShop, businessId: number): Promise<string[]> {
  const found = await queryRows<{ action: string }>(
    shop.db,
    sql`select action from audit_log where business_id = ${businessId} order by id`,
  )
  return found.map(({ action }) => action)
}

async function upload(
  shop: TestShop,
  path: string,
  { body, headers }: { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> },
) {
  const answer = await shop.app.http.request(`${SHOP_URL}${path}`, { method: 'POST', headers, body })
  return { status: answer.status, text: await answer.text(), body: null, headers: answer.headers }
}
