export { plainEmail, whomOf } from './rules.ts'
export { openSession, readActor } from './sessions/open-session.ts'
export { resendCode, signUp, verifyByCode } from './profile/sign-up.ts'
export { askLoginCode, signInByCode, signInByPassword } from './sessions/sign-in.ts'
export { confirmPassword, proveAgain } from './sessions/confirm-password.ts'
export { askResetLink, changePassword, resetPassword } from './profile/set-password.ts'
export {
  endOwnSession,
  listSessions,
  refreshedPerson,
  refreshSession,
  signOut,
  signOutEverywhere,
} from './sessions/refresh-session.ts'
export {
  changeEmail,
  closeAccount,
  collectOwnData,
  confirmEmail,
  getPerson,
  updateProfile,
} from './profile/own-account.ts'
export { deviceOf, profileOf, sessionsShown } from './profile/account-view.ts'
export { makeOperator, type OperatorMade } from './profile/make-operator.ts'
export { signInBySocial } from './social/social.ts'
export { socialData } from './social/data.ts'
export { termsData } from './terms/data.ts'
export { leaveProvider } from './profile/leave-provider.ts'
