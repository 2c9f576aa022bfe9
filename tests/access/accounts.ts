import {
  anyone,
  byId,
  byLink,
  data,
  publicRow,
  ownRow,
  anySignedIn,
  type AccessRow,
  secretRow,
  othersRow,
} from './rows.ts'

const COMPANY_FIELDS = { companyName: '', companyRegisterNumber: '' }

/** Returns a passkey credential of no account. */
const toCredential = (response: object) => ({
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', ...response },
})

/** Accounts and sessions. */
export const ACCOUNTS: Readonly<Record<string, AccessRow>> = {
  'POST /users/signup': publicRow(anyone(409), ({ email }) =>
    data({ ...COMPANY_FIELDS, email, firstName: 'Eve', lastName: 'Thief', password: 'amber over slate' }),
  ),
  'POST /users/login': othersRow(anyone(401), ({ email }) => data({ email, password: 'amber over slate' })),
  'POST /users/verifyOTP': secretRow(anyone(409), ({ account }) => data({ id: account, otp: '123456' })),
  'POST /users/resendOTP': secretRow(anyone(409), ({ account }) => data({ id: account })),
  'POST /users/forgotPassword': othersRow(anyone(200), ({ email }) => data({ email })),
  'POST /users/resetPassword': othersRow(anyone(409), ({ session }) =>
    data({ token: session, password: 'amber over slate' }),
  ),
  'POST /users/sendLoginCode': othersRow(anyone(200), ({ email }) => data({ email })),
  'POST /users/loginByCode': othersRow(anyone(400), ({ email }) => data({ email, otp: '123456' })),
  'POST /users/refreshToken': othersRow(anyone(401), ({ session }) => data({ refreshToken: session })),
  'POST /users/logout': othersRow(anyone(200), ({ session }) => data({ refreshToken: session })),
  'GET /users/signInOptions': publicRow(anyone(200)),
  'POST /users/signInByGoogle': othersRow(anyone(401), ({ email }) => data({ email, token: 'a.b.c' })),
  'POST /users/signInByFacebook': othersRow(anyone(401), ({ email }) => data({ email, accessToken: 'EAAB' })),
  'POST /users/secondFactor/confirm': othersRow(anyone(401), ({ session }) =>
    data({ challenge: session, code: '123456' }),
  ),
  'GET /users/passkeys': ownRow(anySignedIn(200)),
  'POST /users/passkeys/start': ownRow(anySignedIn(200)),
  'POST /users/passkeys': ownRow(anySignedIn(401), () =>
    data({ name: 'Mine', credential: toCredential({ attestationObject: 'AA' }) }),
  ),
  'POST /users/passkeys/{id}/rename': othersRow(anySignedIn(404), () =>
    byId(`pky_${'0'.repeat(32)}`, { data: { name: 'Mine now' } }),
  ),
  'POST /users/passkeys/{id}/remove': othersRow(anySignedIn(404), () => byId(`pky_${'0'.repeat(32)}`)),
  'POST /users/passkeys/startSignIn': publicRow(anyone(200)),
  'POST /users/passkeys/signIn': publicRow(anyone(401), () =>
    data({ credential: toCredential({ authenticatorData: 'AA', signature: 'AA' }) }),
  ),
  'GET /users/secondFactor': ownRow(anySignedIn(200)),
  // The accounts have no password, and these sign-ins are recent.
  'POST /users/secondFactor/start': ownRow(anySignedIn(200)),
  'POST /users/secondFactor/enable': ownRow(anySignedIn(409), () => data({ code: '12345' })),
  'POST /users/secondFactor/recoveryCodes': ownRow(anySignedIn(409), () => data({ code: '123456' })),
  'POST /users/secondFactor/disable': ownRow(anySignedIn(409), () => data({ code: '123456' })),
  'GET /users/getTermsState': ownRow(anySignedIn(200)),
  'POST /users/acceptTerms': ownRow(anySignedIn(409), () => data({ version: '2020-01-01' })),
  'GET /users/savedViews': ownRow(anySignedIn(200), () => ({ query: { list: 'supplier_products' } })),
  'POST /users/savedViews': ownRow(anySignedIn(200), () => ({
    body: { list: 'supplier_products', name: 'Mine', query: 'view=sold_out' },
  })),
  'POST /users/savedViews/{id}': othersRow(anySignedIn(404), () =>
    byId(`svw_${'0'.repeat(32)}`, { name: 'Mine now' }),
  ),
  // Nothing of the other account is deleted, and the answer does not say whether it exists.
  'POST /users/savedViews/{id}/delete': othersRow(anySignedIn(200), () => byId(`svw_${'0'.repeat(32)}`)),
  'GET /users/sessions': ownRow(anySignedIn(200)),
  'POST /users/endSession': othersRow(anySignedIn(404), ({ session }) => data({ id: session })),
  'POST /users/logoutEverywhere': ownRow(anySignedIn(200), () => data({ keepThis: true })),
  'GET /users/profile': ownRow(anySignedIn(200)),
  'POST /users/updateProfile': ownRow(anySignedIn(200), ({ account, email }) =>
    // Id, email and type are ignored, so that neither the account nor its type changes.
    data({ ...COMPANY_FIELDS, firstName: 'Eve', lastName: 'Thief', id: account, email, type: 'operator' }),
  ),
  'POST /users/changePassword': ownRow(anySignedIn(409), () =>
    data({ password: 'x', newPassword: 'amber over slate' }),
  ),
  'POST /users/changeEmail': othersRow(anySignedIn(409), ({ email }) => data({ email, password: 'x' })),
  'POST /users/confirmEmail': ownRow(anySignedIn(409), () => data({ otp: '123456' })),
  'GET /users/exportData': ownRow(anySignedIn(200)),
  'POST /users/confirmPassword': ownRow(anySignedIn(409), () => data({ password: 'x' })),
  'POST /users/closeAccount': ownRow(anySignedIn(409), () => data({ password: 'x' })),
}

/** Email settings and the calls that change them. */
export const EMAIL_SETTINGS: Readonly<Record<string, AccessRow>> = {
  'GET /users/notificationChoices': ownRow(anySignedIn(200)),
  'POST /users/notificationChoices': ownRow(anySignedIn(200), () => ({
    body: { kind: 'unread_messages', isEnabled: false },
  })),
  'GET /users/notificationChoices/byMail': secretRow(anyone(200), ({ choice }) => byLink(choice)),
  'POST /users/notificationChoices/end': secretRow(anyone(200), ({ choice }) => byLink(choice)),
  'POST /users/notificationChoices/resume': secretRow(anyone(200), ({ choice }) => byLink(choice)),
  'POST /shop/contactUs': publicRow(anyone(200), ({ store }) => ({
    body: { name: 'Eve', email: 'eve@caller.example', message: 'Hello.', supplier: store },
  })),
  'GET /shop/contactStore/{id}': publicRow(anyone(200), ({ store }) => byId(store)),
  'POST /shop/subscribe': othersRow(anyone(200), ({ email }) => ({ body: { email } })),
  'GET /shop/newsletter': secretRow(anyone(200), ({ subscription }) => byLink(subscription)),
  'POST /shop/newsletter/confirm': secretRow(anyone(200), ({ subscription }) => byLink(subscription)),
  'POST /shop/newsletter/unsubscribe': secretRow(anyone(200), ({ subscription }) => byLink(subscription)),
  'POST /shop/newsletter/resume': secretRow(anyone(200), ({ subscription }) => byLink(subscription)),
}
