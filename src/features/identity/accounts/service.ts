export type { AccountDataSource, AccountDeps, AccountEmailContent } from './port.ts'
export { deviceName, normalizeEmail, toLimitSubject } from './rules.ts'
export { type Account, findAccountByEmail, findAccountByPublicId, lockAccount } from './account-queries.ts'
export { openSession } from './sessions/open-session.ts'
export { createToken, hashToken } from './sessions/tokens.ts'
export { resendCode, signUp, verifyByCode } from './profile/sign-up.ts'
export { requestLoginCode, signInByCode, signInByPassword, type SignInResult } from './sessions/sign-in.ts'
export { confirmPassword, reauthenticate } from './sessions/confirm-password.ts'
export { requestResetLink, changePassword, resetPassword } from './profile/set-password.ts'
export {
  endSessionByPublicId,
  selectSessions,
  findRefreshAccountId,
  refreshSession,
  signOut,
  signOutEverywhere,
} from './sessions/refresh-session.ts'
export {
  changeEmail,
  closeAccount,
  collectAccountData,
  eraseAccount,
  confirmEmail,
  getAccount,
  updateProfile,
  socialData,
  termsData,
} from './profile/manage-account.ts'
export { toDevice, toProfile, toSessionViews } from './profile/account-view.ts'
export {
  createOperatorAccount,
  ensureOperator,
  hashNewPassword,
  type OperatorResult,
} from './profile/ensure-operator.ts'
export {
  removeSecondFactor,
  resetOperatorSecondFactor,
  secondFactorData,
} from './second-factor/manage-second-factor.ts'
export { passkeyData } from './passkeys/manage-passkeys.ts'
export { savedViewData } from './saved-views/manage-views.ts'
export { signInBySocial, unlinkProvider } from './social/social.ts'
