import { expect, test } from 'vitest'
import { decideSocialSignIn, type SocialFacts } from './rules.ts'

const STRANGER: SocialFacts = {
  known: undefined,
  email: 'mei@home.example',
  local: undefined,
  proof: 'owner',
}
const LOCAL = { accountId: 7, isVerified: true, hasOther: false }
const confirm = { action: 'confirm_email', email: 'mei@home.example' }

test('a linked account is found by the provider’s ID alone, and refused when closed', () => {
  const decideLinked = (isClosed: boolean) =>
    decideSocialSignIn({ ...STRANGER, local: LOCAL, known: { accountId: 3, isClosed } })
  expect(decideLinked(false)).toEqual({ action: 'sign_in', accountId: 3 })
  expect(decideLinked(true)).toEqual({ action: 'refuse_closed' })
})

test('a new account requires a proven email address, which is requested if the provider gives none', () => {
  expect(decideSocialSignIn({ ...STRANGER, email: undefined, local: LOCAL })).toEqual({ action: 'ask_email' })
  expect(decideSocialSignIn({ ...STRANGER, proof: 'none' })).toEqual(confirm)
  for (const proof of ['owner', 'code'] as const)
    expect(decideSocialSignIn({ ...STRANGER, proof })).toEqual({
      action: 'create',
      email: 'mei@home.example',
    })
})

test('an existing account is linked immediately only if both sides have proven its address', () => {
  const decideFor = (proof: SocialFacts['proof'], local: Partial<typeof LOCAL> = {}) =>
    decideSocialSignIn({ ...STRANGER, proof, local: { ...LOCAL, ...local } })
  expect(decideFor('owner')).toEqual({ action: 'link', accountId: 7, claim: false })
  expect(decideFor('owner', { isVerified: false })).toEqual(confirm)
  expect(decideFor('owner', { hasOther: true })).toEqual(confirm)
  expect(decideFor('none')).toEqual(confirm)
  expect(decideFor('code')).toEqual({ action: 'link', accountId: 7, claim: false })
  expect(decideFor('code', { isVerified: false })).toEqual({ action: 'link', accountId: 7, claim: true })
})
