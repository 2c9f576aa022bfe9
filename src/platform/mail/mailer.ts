import { unavailable } from '#core/errors.ts'

/**
 * A finished email. `messageId` is made from the email's key, so that a doubled delivery can be recognised. Who answers
 * it writes to `replyTo`; at `unsubscribeUrl` an email program unsubscribes by itself.
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

/** Hands an email over for delivery. Throws `unavailable` when a later attempt may succeed. */
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
 * Returns the headers by which email programs offer "Unsubscribe" beside the sender, and do it by one POST (RFC
 * 2369, RFC 8058).
 */
function unsubscribeHeaders(url: string): { headers: Record<string, string> } {
  return {
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** Loaded with the first email: a shop without a mail server never needs it. */
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

/** Stores emails in the outbox alone, where /dev/mail shows them, for a shop without a mail server. */
export async function keepInOutbox(): Promise<void> {}

/** Only a refusal of this email is permanent; that of the shop's sign-in or address may be fixed later. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}
