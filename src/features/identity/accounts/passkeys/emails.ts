import type { AccountEmailContent } from '../port.ts'

/** Returns the email about an added passkey. */
export function passkeyAddedEmail(name: string, publicUrl: string): AccountEmailContent {
  return toEmail(publicUrl, {
    heading: 'A passkey was added',
    text: `You can now sign in to your account with the passkey “${name}”.`,
  })
}

/** Returns the email about a removed passkey. */
export function passkeyRemovedEmail(name: string, publicUrl: string): AccountEmailContent {
  return toEmail(publicUrl, {
    heading: 'A passkey was removed',
    text: `The passkey “${name}” no longer signs in to your account.`,
  })
}

function toEmail(
  publicUrl: string,
  { heading, text }: Readonly<{ heading: string; text: string }>,
): AccountEmailContent {
  return {
    subject: heading,
    preview: text,
    heading,
    paragraphs: [text],
    action: { label: 'Account security', url: `${publicUrl}/dashboard/security` },
    closing: [
      'If this was you, you don’t need to do anything.',
      'If it wasn’t, change your password and contact us now.',
    ],
  }
}
