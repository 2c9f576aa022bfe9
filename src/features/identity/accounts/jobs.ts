import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { later } from '#core/time.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { deleteOldCodes, deleteOldResets, insertReset } from './codes/code-queries.ts'
import { codeOfRequest, mailCode } from './codes/codes.ts'
import { deleteUnusedDevices } from './codes/device-queries.ts'
import { resetLink, signInCode } from './codes/emails.ts'
import { forgetAgain } from './profile/own-account.ts'
import { deleteUnverified, findPersonByEmail, lockPerson } from './people-queries.ts'
import type { AccountDesk } from './port.ts'
import { CODE_PAUSE_MS, DEVICE_MS, FORGET_AFTER_MS, LATE_WRITES_MS, RESET_MS } from './rules.ts'
import { deleteDeadSessions } from './sessions/session-queries.ts'
import { newToken, tokenHash } from './sessions/tokens.ts'

// Input is the address and not a person, as whoever asks must not be able to tell whether there is one: the request does the
// same for every address, and what differs is done here, where nobody measures it.
const Address = z.object({ email: z.string() })

/**
 * Mails a code to sign in by. One is made for every address, so that trying codes costs the same work for all; the mail
 * goes where there is an account. A second order within a minute does nothing.
 */
export function mailLoginCode(desk: AccountDesk): Job {
  return job({
    name: 'accounts.mail_login_code',
    input: Address.extend({ channel: z.string(), isKnownDevice: z.boolean() }),
    attempts: 5,
    async run({ email, channel, isKnownDevice }, { db, now }) {
      await inTransaction(db, async (tx) => {
        const person = await findPersonByEmail(tx, email)
        const key = codeOfRequest(email, channel, desk.codeSecret)
        await mailCode(tx, { key, to: person?.email, letter: signInCode, isKnownDevice, desk, now })
      })
    },
  })
}

/** Mails a link to set a new password, where there is an account; earlier ones stay good. A second order within a minute does nothing. */
export function mailResetLink(desk: AccountDesk): Job {
  return job({
    name: 'accounts.mail_reset_link',
    input: Address,
    attempts: 5,
    async run({ email }, { db, now }) {
      await inTransaction(db, async (tx) => {
        const found = await findPersonByEmail(tx, email)
        const person = found && (await lockPerson(tx, found.id))
        if (!person) return
        const token = newToken()
        const reset = {
          personId: person.id,
          hash: tokenHash(token),
          createdAt: now,
          expiresAt: later(now, RESET_MS),
        }
        if (!(await insertReset(tx, reset, later(now, -CODE_PAUSE_MS)))) return
        const letter = resetLink(`${desk.publicUrl}/forget-password?token=${token}`)
        const key = `reset:${person.publicId}:${now.getTime()}`
        await desk.post(tx, [{ key, to: person.email, letter, isSecret: true }], now)
      })
    },
  })
}

/**
 * Forgets each hour what is over: links, codes, tokens, sessions, and sign-ups that were never verified; and what calls that
 * were under way when an account was closed have written after it.
 */
export function forgetDeadAccess(desk: AccountDesk): Job {
  return job({
    name: 'accounts.forget_dead_access',
    input: z.object({}),
    attempts: 3,
    every: '47 * * * *',
    async run(_input, { db, now }) {
      const longAgo = later(now, -FORGET_AFTER_MS)
      await deleteOldResets(db, now)
      await deleteOldCodes(db, longAgo)
      await deleteDeadSessions(db, now, longAgo)
      await deleteUnusedDevices(db, later(now, -DEVICE_MS))
      await deleteUnverified(db, longAgo)
      await forgetAgain(db, desk, later(now, -LATE_WRITES_MS))
    },
  })
}
