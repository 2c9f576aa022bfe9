import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { formatMoney, SHOP_CURRENCY } from '#core/money.ts'
import { createEmail, type EmailContent, sendEmails } from '#features/messaging/notifications/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { type LowWallet, markLowWallets } from './queries.ts'

/** Emails vendors whose wallets have become low, once until the balance is sufficient again. */
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

function renderLowWalletEmail({ balance, currency }: LowWallet, publicUrl: string): EmailContent {
  return {
    ...writeEmail('wallet_low', { amount: formatMoney(balance, currency) }),
    preview: 'Orders from your store are on hold once it’s empty.',
    tables: [],
    action: { label: 'Add money', url: `${publicUrl}/dashboard/vendor/wallet` },
    closing: ['Choose when you get this email in your wallet settings.'],
  }
}
