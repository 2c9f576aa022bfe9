import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { addMs } from '#core/time.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { deleteOldCodes, deleteOldResets, insertReset } from './codes/code-queries.ts'
import { toRequestCodeKey, sendCode } from './codes/codes.ts'
import { deleteUnusedDevices } from './codes/device-queries.ts'
import { passwordResetEmail, signInCodeEmail } from './codes/emails.ts'
import { repeatErasure } from './profile/manage-account.ts'
import { deleteUnverifiedAccounts, findAccountByEmail, lockAccount } from './account-queries.ts'
import type { AccountDeps } from './port.ts'
import { CODE_PAUSE_MS, DEVICE_MS, RETENTION_MS, LATE_WRITES_MS, RESET_MS } from './rules.ts'
import { deleteExpiredSessions } from './sessions/session-queries.ts'
import { createToken, hashToken } from './sessions/tokens.ts'

// The input is the address instead of the account, because the caller must not learn whether there is one. The request
// does the same for every address; differences happen here, where the time cannot be measured.
const EmailInput = z.object({ email: z.string() })

/**
 * Emails a sign-in code. One is created for every address, so that trying codes costs the same for all; the email is
 * only sent for an account. A second request within a minute does nothing.
 */
export function emailLoginCode(deps: AccountDeps): Job {
  return job({
    name: 'accounts.mail_login_code',
    input: EmailInput.extend({ channel: z.string(), isKnownDevice: z.boolean() }),
    attempts: 5,
    async run({ email, channel, isKnownDevice }, { db, now }) {
      await inTransaction(db, async (tx) => {
        const account = await findAccountByEmail(tx, email)
        const key = toRequestCodeKey(email, channel, deps.codeSecret)
        await sendCode(tx, {
          key,
          to: account?.email,
          message: signInCodeEmail,
          isKnownDevice,
          deps,
          now,
        })
      })
    },
  })
}

/**
 * Emails a link to set a new password, if there is an account; earlier ones stay valid. A second request within a
 * minute does nothing.
 */
export function emailResetLink(deps: AccountDeps): Job {
  return job({
    name: 'accounts.mail_reset_link',
    input: EmailInput,
    attempts: 5,
    async run({ email }, { db, now }) {
      await inTransaction(db, async (tx) => {
        const match = await findAccountByEmail(tx, email)
        const account = match && (await lockAccount(tx, match.id))
        if (!account) return
        const token = createToken()
        const reset = {
          accountId: account.id,
          hash: hashToken(token),
          createdAt: now,
          expiresAt: addMs(now, RESET_MS),
        }
        if (!(await insertReset(tx, reset, addMs(now, -CODE_PAUSE_MS)))) return
        const content = passwordResetEmail(`${deps.publicUrl}/forget-password?token=${token}`)
        const key = `reset:${account.publicId}:${now.getTime()}`
        await deps.post(tx, [{ key, to: account.email, message: content, isSecret: true }], now)
      })
    },
  })
}

/**
 * Deletes expired access every hour: links, codes, tokens, sessions, and unverified sign-ups. It also deletes rows that
 * calls in progress wrote after their account was closed.
 */
export function deleteExpiredAccess(deps: AccountDeps): Job {
  return job({
    name: 'accounts.forget_dead_access',
    input: z.object({}),
    attempts: 3,
    every: '47 * * * *',
    async run(_input, { db, now }) {
      const retentionCutoff = addMs(now, -RETENTION_MS)
      await deleteOldResets(db, now)
      await deleteOldCodes(db, retentionCutoff)
      await deleteExpiredSessions(db, now, retentionCutoff)
      await deleteUnusedDevices(db, addMs(now, -DEVICE_MS))
      await deleteUnverifiedAccounts(db, retentionCutoff)
      await repeatErasure(db, deps, addMs(now, -LATE_WRITES_MS))
    },
  })
}
