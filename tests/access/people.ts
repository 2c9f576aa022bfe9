import { all, at, byLink, data, open, own, people, type Row, secret, theirs } from './rows.ts'

const LINES = { companyName: '', companyRegisterNumber: '' }

/** Accounts and sessions. */
export const ACCOUNTS: Readonly<Record<string, Row>> = {
  'POST /users/signup': open(all(409), ({ email }) =>
    data({ ...LINES, email, firstName: 'Eve', lastName: 'Thief', password: 'amber over slate' }),
  ),
  'POST /users/login': theirs(all(401), ({ email }) => data({ email, password: 'amber over slate' })),
  'POST /users/verifyOTP': secret(all(409), ({ person }) => data({ id: person, otp: '123456' })),
  'POST /users/resendOTP': secret(all(409), ({ person }) => data({ id: person })),
  'POST /users/forgotPassword': theirs(all(200), ({ email }) => data({ email })),
  'POST /users/resetPassword': theirs(all(409), ({ session }) =>
    data({ token: session, password: 'amber over slate' }),
  ),
  'POST /users/sendLoginCode': theirs(all(200), ({ email }) => data({ email })),
  'POST /users/loginByCode': theirs(all(400), ({ email }) => data({ email, otp: '123456' })),
  'POST /users/refreshToken': theirs(all(401), ({ session }) => data({ refreshToken: session })),
  'POST /users/logout': theirs(all(200), ({ session }) => data({ refreshToken: session })),
  'GET /users/signInOptions': open(all(200)),
  'POST /users/signInByGoogle': theirs(all(401), ({ email }) => data({ email, token: 'a.b.c' })),
  'POST /users/signInByFacebook': theirs(all(401), ({ email }) => data({ email, accessToken: 'EAAB' })),
  'GET /users/getTermsState': own(people(200)),
  'POST /users/acceptTerms': own(people(409), () => data({ version: '2020-01-01' })),
  'GET /users/sessions': own(people(200)),
  'POST /users/endSession': theirs(people(404), ({ session }) => data({ id: session })),
  'POST /users/logoutEverywhere': own(people(200), () => data({ keepThis: true })),
  'GET /users/profile': own(people(200)),
  'POST /users/updateProfile': own(people(200), ({ person, email }) =>
    // What is not asked for changes nothing: neither who it is, nor what kind.
    data({ ...LINES, firstName: 'Eve', lastName: 'Thief', id: person, email, type: 'operator' }),
  ),
  'POST /users/changePassword': own(people(409), () =>
    data({ password: 'x', newPassword: 'amber over slate' }),
  ),
  'POST /users/changeEmail': theirs(people(409), ({ email }) => data({ email, password: 'x' })),
  'POST /users/confirmEmail': own(people(409), () => data({ otp: '123456' })),
  'GET /users/exportData': own(people(200)),
  'POST /users/confirmPassword': own(people(409), () => data({ password: 'x' })),
  'POST /users/closeAccount': own(people(409), () => data({ password: 'x' })),
}

/** Mails, and what may be asked of them. */
export const MAILS: Readonly<Record<string, Row>> = {
  'GET /users/notificationChoices': own(people(200)),
  'POST /users/notificationChoices': own(people(200), () => ({
    body: { kind: 'unread_messages', wanted: false },
  })),
  'GET /users/notificationChoices/byMail': secret(all(200), ({ choice }) => byLink(choice)),
  'POST /users/notificationChoices/end': secret(all(200), ({ choice }) => byLink(choice)),
  'POST /users/notificationChoices/resume': secret(all(200), ({ choice }) => byLink(choice)),
  'POST /shop/contactUs': open(all(200), ({ store }) => ({
    body: { name: 'Eve', email: 'eve@caller.example', message: 'Hello.', supplier: store },
  })),
  'GET /shop/contactStore/{id}': open(all(200), ({ store }) => at(store)),
  'POST /shop/subscribe': theirs(all(200), ({ email }) => ({ body: { email } })),
  'GET /shop/newsletter': secret(all(200), ({ subscription }) => byLink(subscription)),
  'POST /shop/newsletter/confirm': secret(all(200), ({ subscription }) => byLink(subscription)),
  'POST /shop/newsletter/unsubscribe': secret(all(200), ({ subscription }) => byLink(subscription)),
  'POST /shop/newsletter/resume': secret(all(200), ({ subscription }) => byLink(subscription)),
}
