import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { SECURITY_TEXTS } from '#core/emails/texts/security-texts.ts'
import type { AccountEmailContent } from '../port.ts'

/** Returns the email about an added passkey. */
export function passkeyAddedEmail(name: string, publicUrl: string): AccountEmailContent {
  return toEmail('passkey_added', name, publicUrl)
}

/** Returns the email about a removed passkey. */
export function passkeyRemovedEmail(name: string, publicUrl: string): AccountEmailContent {
  return toEmail('passkey_removed', name, publicUrl)
}

function toEmail(
  email: 'passkey_added' | 'passkey_removed',
  passkey: string,
  publicUrl: string,
): AccountEmailContent {
  const { action: label, closing } = SECURITY_TEXTS[email]
  const written = writeEmail(email, { passkey })
  return {
    ...written,
    preview: written.paragraphs[0] ?? '',
    action: { label, url: `${publicUrl}/dashboard/security` },
    closing,
  }
}
