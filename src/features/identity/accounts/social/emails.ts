import type { AccountEmailContent, ProviderName } from '../port.ts'

/** How the providers write themselves. */
export const PROVIDER_NAMES: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  facebook: 'Facebook',
}

// As in the other letters, nothing that somebody typed stands here.

/** The email with the code that proves an address at a sign-in by a provider. */
export function socialCodeEmail(provider: ProviderName, code: string): AccountEmailContent {
  const name = PROVIDER_NAMES[provider]
  return {
    subject: `${code} is your code`,
    preview: `It connects your sign-in with ${name}.`,
    heading: 'Is this address yours?',
    paragraphs: [
      `Somebody, most likely you, signs in with ${name} and gave this address. Enter this code there. It is good for 10 minutes.`,
    ],
    code,
    closing: [
      'Was it not you? Then you need not do anything: without the code nobody gets in. Tell it to nobody.',
    ],
  }
}

/** To the owner of an account that somebody can sign in to by a provider from now on. */
export function providerLinkedEmail(
  provider: ProviderName,
  { supportUrl, isClaimed }: Readonly<{ supportUrl: string; isClaimed: boolean }>,
): AccountEmailContent {
  const name = PROVIDER_NAMES[provider]
  const passwordRemovedText =
    'The password that was set when somebody signed up with this address is removed, as the address had not been verified then. You can set a new one by "Forgot password".'
  return {
    subject: `You can sign in with ${name} now`,
    preview: `${name} opens your account from now on.`,
    heading: `You can sign in with ${name} now`,
    paragraphs: [
      `Your account was connected with ${name} just now.`,
      ...(isClaimed ? [passwordRemovedText] : []),
    ],
    action: { label: 'Write to us', url: supportUrl },
    closing: ['Was it you? Then you need not do anything. Was it not? Write to us at once.'],
  }
}

/** To somebody who has taken a provider's connection back there. */
export function providerUnlinkedEmail(provider: ProviderName, publicUrl: string): AccountEmailContent {
  const name = PROVIDER_NAMES[provider]
  return {
    subject: `${name} is no longer connected`,
    preview: 'Your account is still there.',
    heading: `${name} is no longer connected`,
    paragraphs: [
      `As you told ${name}, we have forgotten who you are there, and you are signed out everywhere.`,
      'Your account is still there. You can sign in with your password, or with a code that we mail to this address, and close it whenever you like.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    closing: [`To connect ${name} again, sign in with it.`],
  }
}
