import type { ProviderAccount } from '../port.ts'

/** The facts that decide on a sign-in by a provider. */
export type SocialFacts = Readonly<{
  /** The account with the provider's id, if known. */
  known: Readonly<{ accountId: number; isClosed: boolean }> | undefined
  /** The address: the provider's, or the typed one if it has none. */
  email: string | undefined
  /** The account with that address. `hasOther`: it is linked to another id of the same provider. */
  local: Readonly<{ accountId: number; isVerified: boolean; hasOther: boolean }> | undefined
  /** The proof of the address: the provider's statement, or an emailed code. */
  proof: ProviderAccount['emailProof'] | 'code'
}>

/** The decision on a sign-in. `claim`: the account's address was unproven, so its password is removed. */
export type SocialDecision =
  | Readonly<{ action: 'sign_in'; accountId: number }>
  | Readonly<{ action: 'link'; accountId: number; claim: boolean }>
  | Readonly<{ action: 'create'; email: string }>
  | Readonly<{ action: 'confirm_email'; email: string }>
  | Readonly<{ action: 'ask_email' }>
  | Readonly<{ action: 'refuse_closed' }>

/**
 * Decides which account a social sign-in signs in. Only the provider's id identifies a known account. An account with
 * the same address is linked if both sides have proven it: the provider itself issues the address, and it was verified
 * here. In every other case an attacker could enter a stranger's account, or prepare one for them to enter; then a code
 * is emailed to the address.
 */
export function decideSocialSignIn({ known, email, local, proof }: SocialFacts): SocialDecision {
  if (known)
    return known.isClosed ? { action: 'refuse_closed' } : { action: 'sign_in', accountId: known.accountId }
  if (email === undefined) return { action: 'ask_email' }
  if (!local) return proof === 'none' ? { action: 'confirm_email', email } : { action: 'create', email }
  const { accountId, isVerified, hasOther } = local
  if (proof === 'code') return { action: 'link', accountId, claim: !isVerified }
  if (proof === 'owner' && isVerified && !hasOther) return { action: 'link', accountId, claim: false }
  return { action: 'confirm_email', email }
}
