import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { SECURITY_TEXTS } from '#core/emails/texts/security-texts.ts'
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
    ...writeEmail('social_code', { code, provider: name, expiry: '10 minutes' }),
    preview: `Enter it to finish signing in with ${name}.`,
    code,
    closing: SECURITY_TEXTS.social_code.closing,
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
    ...writeEmail('provider_connected', { provider: name }, isClaimed ? [passwordRemovedText] : []),
    preview: `You can now sign in with ${name}.`,
    action: { label: 'Contact us', url: supportUrl },
    closing: SECURITY_TEXTS.provider_connected.closing,
  }
}

/** Returns the email after a user removed the connection at a provider. */
export function providerUnlinkedEmail(provider: ProviderName, publicUrl: string): AccountEmailContent {
  return {
    ...writeEmail('provider_disconnected', { provider: PROVIDER_NAMES[provider] }),
    preview: 'Your account is still there.',
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    closing: SECURITY_TEXTS.provider_disconnected.closing,
  }
}
