import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { testProviderContract } from '#tests/contracts/provider-contract.ts'
import type { SentWebhook } from '#tests/contracts/provider-steps.ts'
import { SANDBOX_SECRET, SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { decidePayment, findSandboxPayment, type SandboxPayment } from './payment-queries.ts'
import { buildWebhook } from './webhooks.ts'
import { sandboxPay } from './provider.ts'

const shop = await createTestShop()

testProviderContract(
  'the sandbox',
  async () => {
    const sentWebhooks: SentWebhook[] = []
    const decide = (state: SandboxPayment['state']) => async (page: { providerRef: string }) => {
      const decision = { state, webhookCount: 1, dueAt: null, now: shop.now() }
      await inTransaction(shop.db, (tx) => decidePayment(tx, page.providerRef, decision))
      const payment = await findSandboxPayment(shop.db, page)
      if (payment) sentWebhooks.push(buildWebhook(payment, SANDBOX_SECRET, shop.now()))
    }
    return {
      provider: sandboxPay({ db: shop.db, secret: SANDBOX_SECRET, clock: shop.now, publicUrl: SHOP_URL }),
      now: shop.now,
      payer: { pay: decide('paid'), fail: decide('declined'), cancel: decide('cancelled') },
      webhookEvents: () => Promise.resolve(sentWebhooks.splice(0)),
      async books() {
        const [counted] = await queryRows<{ pages: number; refunds: number; refunded: number }>(
          shop.db,
          sql`select (select count(*) from sandbox_payments) as pages, count(*) as refunds,
              coalesce(sum(amount), 0)::bigint as refunded from sandbox_refunds`,
        )
        return counted ?? { pages: 0, refunds: 0, refunded: 0 }
      },
    }
  },
  { refusesOldWebhookEvents: true, reportsRefunds: true },
)
