import type { AccountEmailContent, ProviderName } from '../port.ts'

/** The providers' names in their own spelling. */
export const PROVIDER_NAMES: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  facebook: 'Facebook',
}

// As in the other emails, there is no user input here.

/** Returns the email with the code that verifies an address at a social sign-in. */
export function socialCodeEmail(provider: ProviderName, code: string): AccountEmailContent {
  const name = PROVIDER_NAMES[provider]
  return {
    subject: `${code} is your code`,
    preview: `Enter it to finish signing in with ${name}.`,
    heading: 'Confirm your email address',
    paragraphs: [
      `Enter this code on the page where you are signing in with ${name}. It expires in 10 minutes.`,
    ],
    code,
    closing: ['If you didn\u2019t request it, you can ignore this email. Never share this code with anyone.'],
  }
}

/** Returns the email to an account's owner about a newly linked sign-in provider. */
export function providerLinkedEmail(
  provider: ProviderName,
  { supportUrl, isClaimed }: Readonly<{ supportUrl: string; isClaimed: boolean }>,
): AccountEmailContent {
  const name = PROVIDER_NAMES[provider]
  const passwordRemovedText =
    'We removed the password of this account, because it was set before the address was verified. Set a new one with “Forgot password”.'
  return {
    subject: `${name} sign-in is connected`,
    preview: `You can now sign in with ${name}.`,
    heading: `${name} sign-in is connected`,
    paragraphs: [
      `You can now sign in to your account with ${name}.`,
      ...(isClaimed ? [passwordRemovedText] : []),
    ],
    action: { label: 'Contact us', url: supportUrl },
    closing: ['If this wasn\u2019t you, contact us now.'],
  }
}

/** Returns the email after a user removed the connection at a provider. */
export function providerUnlinkedEmail(provider: ProviderName, publicUrl: string): AccountEmailContent {
  const name = PROVIDER_NAMES[provider]
  return {
    subject: `${name} is no longer connected`,
    preview: 'Your account is still there.',
    heading: `${name} is no longer connected`,
    paragraphs: [
      `You removed the connection at ${name}, so we deleted it and signed you out on all devices.`,
      'Your account stays open. Sign in with your password or with a code that we email to this address. You can close the account at any time.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    closing: [`To connect ${name} again, sign in with it.`],
  }
}
