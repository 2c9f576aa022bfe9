import { unavailable } from '#core/errors.ts'

/**
 * A finished email. `messageId` is derived from the email's key, so that a duplicate delivery can be recognised.
 * Replies go to `replyTo`; email programs unsubscribe automatically at `unsubscribeUrl`.
 */
export type OutgoingEmail = Readonly<{
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  replyTo?: string
  unsubscribeUrl?: string
}>

/** Hands an email over for delivery. Throws `unavailable` when a retry may succeed. */
export type Mailer = (email: OutgoingEmail) => Promise<void>

/** Returns the mailer of an SMTP server; `from` is the sender of all emails. */
export function smtpMailer(url: string, from: string): Mailer {
  let transportPromise: ReturnType<typeof openTransport> | undefined
  return async ({ unsubscribeUrl, ...letter }) => {
    const transport = await (transportPromise ??= openTransport(url))
    try {
      await transport.sendMail({
        from,
        ...letter,
        ...(unsubscribeUrl ? unsubscribeHeaders(unsubscribeUrl) : {}),
      })
    } catch (error) {
      if (isPermanent(error)) throw error
      throw unavailable('mail_server_unavailable', 'The mail server rejected the email.', error)
    }
  }
}

/**
 * Returns the headers by which email programs offer "Unsubscribe" beside the sender. They do it by one POST (RFC
 * 2369, RFC 8058).
 */
function unsubscribeHeaders(url: string): { headers: Record<string, string> } {
  return {
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/**
 * Opens the SMTP transport, whose library is loaded with the first email, as shops without a mail server never need
 * it.
 */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
}

/** Leaves emails in the outbox, where /dev/mail shows them, for a shop without a mail server. */
export async function keepInOutbox(): Promise<void> {}

/** Returns whether a failure is permanent: only a refusal of this email is; sign-in and address can be corrected. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}
