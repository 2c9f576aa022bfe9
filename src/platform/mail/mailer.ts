import { createTransport } from 'nodemailer'
import { unavailable } from '#ground/errors.ts'

/** A finished letter. `messageId` is made from the mail's key, so that a doubled delivery can be recognised. */
export type Letter = Readonly<{ to: string; subject: string; text: string; html: string; messageId: string }>

/** Hands a letter over for delivery. Throws `unavailable` when a later attempt may succeed. */
export type Mailer = (letter: Letter) => Promise<void>

/** The mailer of an SMTP server; `from` is the sender of all letters. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return async (letter) => {
    try {
      await transport.sendMail({ from, ...letter })
    } catch (error) {
      if (isPermanent(error)) throw error
      throw unavailable('mail_server_unavailable', 'The mail server did not take the letter.', error)
    }
  }
}

/** The mailer without a mail server: letters stay in the outbox, where /dev/mail shows them. */
export async function outboxOnly(): Promise<void> {}

/** Only a refusal of this letter is for good; that of the shop's own sign-in, or of its address, is mended some time. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}
