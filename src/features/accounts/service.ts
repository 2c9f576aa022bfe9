export { plainEmail, whomOf } from './rules.ts'
export { openSession, readActor } from './open-session.ts'
export { resendCode, signUp, verifyByCode } from './sign-up.ts'
export { askLoginCode, signInByCode, signInByPassword } from './sign-in.ts'
export { confirmPassword, proveAgain } from './prove-again.ts'
export { askResetLink, changePassword, resetPassword } from './set-password.ts'
export {
  endOwnSession,
  listSessions,
  refreshedPerson,
  refreshSession,
  signOut,
  signOutEverywhere,
} from './refresh-session.ts'
export {
  changeEmail,
  closeAccount,
  collectOwnData,
  confirmEmail,
  getPerson,
  updateProfile,
} from './own-account.ts'
export { deviceOf, profileOf, sessionsShown } from './shown.ts'
export { makeOperator, type OperatorMade } from './make-operator.ts'
export { signInBySocial } from './social.ts'
export { socialData } from './social-data.ts'
export { termsData } from './terms-data.ts'
export { leaveProvider } from './leave-provider.ts'
