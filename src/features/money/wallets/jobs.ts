import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { formatMoney, SHOP_CURRENCY } from '#core/money.ts'
import { createEmail, type EmailContent, sendEmails } from '#features/messaging/notifications/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { type LowWallet, markLowWallets } from './queries.ts'

/** Emails vendors whose wallets have become low, once until the balance suffices again. */
export function warnOfLowWallets(publicUrl: string): Job {
  return job({
    name: 'wallets.warn_low',
    input: z.object({}),
    attempts: 2,
    every: '*/10 * * * *',
    async run(_input, { db, now, enqueue }) {
      await inTransaction(db, async (tx) => {
        const wallets = await markLowWallets(tx, SHOP_CURRENCY, now)
        const emails = wallets.map((wallet) =>
          createEmail(
            { key: `wallet-low:${wallet.accountId}:${wallet.warnedAt.getTime()}`, to: wallet.email },
            renderLowWalletEmail(wallet, publicUrl),
          ),
        )
        await sendEmails(tx, { emails, now, enqueue })
      })
    },
  })
}

function renderLowWalletEmail({ balance, currency, firstName }: LowWallet, publicUrl: string): EmailContent {
  const money = formatMoney(balance, currency)
  return {
    subject: `Your wallet is running low: ${money} left`,
    preview: 'Orders from your store are on hold once it’s empty.',
    heading: `${firstName ? `${firstName}, your` : 'Your'} wallet is running low`,
    paragraphs: [
      `You have ${money} left in your wallet. It pays for orders from your store. When it’s empty, orders are on hold until you add money.`,
    ],
    tables: [],
    action: { label: 'Add money', url: `${publicUrl}/dashboard/vendor/wallet` },
    closing: ['Choose when you get this email in your wallet settings.'],
  }
}
