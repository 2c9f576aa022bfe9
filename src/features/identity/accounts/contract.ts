import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  Code,
  Email,
  Line,
  Password,
  AccountId,
  Profile,
  TextLine,
  Session,
  SignInResponse,
  Token,
  wrapInData,
} from './shapes.ts'

export type { ProfileData, SecondFactorDueData, SessionData, UserDataData } from './shapes.ts'

/** The limit of sign-in calls by network address, which may be a whole office's; accounts have limits of their own. */
const SIGN_IN_LIMIT = { calls: 40, windowMs: 10 * MINUTE }
const CODE_LIMIT = { calls: 30, windowMs: 10 * MINUTE }
const EMAIL_LIMIT = { calls: 20, windowMs: 10 * MINUTE }

/** The limit of calls with tokens, which have 256 random bits and cannot be guessed. */
const TOKEN_LIMIT = { calls: 300, windowMs: 10 * MINUTE }

/** The limit of an account's calls about itself. */
const ACCOUNT_LIMIT = { calls: 60, windowMs: 10 * MINUTE }

const ProfileFields = z.object({
  firstName: Line(100),
  lastName: Line(100),
  companyName: Line(200),
  companyRegisterNumber: Line(100),
})

/** Omitted company fields stay the same. */
const ProfileForm = ProfileFields.extend({
  companyName: TextLine(200).optional(),
  companyRegisterNumber: TextLine(100).optional(),
})

export const SignUpForm = ProfileFields.extend({
  /** The role; empty means vendor. */
  role: z.enum(['', 'vendor', 'manufacturer']).default(''),
  email: Email,
  password: Password,
})

export const signUp = endpoint({
  method: 'POST',
  path: '/users/signup',
  summary: 'Creates an account and emails a code to its address; replaces an earlier unverified sign-up',
  access: 'public',
  body: wrapInData(SignUpForm),
  answer: Envelope.extend({ user: z.object({ id: z.string() }) }),
  refusals: ['form_faulty', 'email_taken'],
  limit: { calls: 20, windowMs: HOUR },
})

export const signIn = endpoint({
  method: 'POST',
  path: '/users/login',
  summary:
    'Signs in by password. For an unverified account with the right password, emails a new code and answers `not_verified` (403) with `data: { isActive: false, id }`',
  access: 'public',
  body: wrapInData(z.object({ email: Email, password: Password, acceptTerms: z.boolean().optional() })),
  answer: SignInResponse,
  refusals: ['user_not_found', 'not_verified'],
  limit: SIGN_IN_LIMIT,
})

export const verifyOTP = endpoint({
  method: 'POST',
  path: '/users/verifyOTP',
  summary: 'Verifies the address of an account by the emailed code',
  access: 'public',
  body: wrapInData(z.object({ id: AccountId, otp: Code })),
  answer: Envelope,
  refusals: ['code_wrong', 'code_over'],
  limit: CODE_LIMIT,
})

export const resendOTP = endpoint({
  method: 'POST',
  path: '/users/resendOTP',
  summary: 'Emails a new code to an unverified address, once a minute; the earlier code expires',
  access: 'public',
  body: wrapInData(z.object({ id: AccountId })),
  answer: Envelope,
  refusals: ['already_verified'],
  limit: EMAIL_LIMIT,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/users/forgotPassword',
  summary:
    'Emails a link to set a new password, if there is an account; the answer is the same for every address',
  access: 'public',
  body: wrapInData(z.object({ email: Email })),
  answer: Envelope,
  refusals: ['form_faulty'],
  limit: EMAIL_LIMIT,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/users/resetPassword',
  summary:
    'Sets a new password by the token of an emailed link, once and within 60 minutes; ends all sessions',
  access: 'public',
  body: wrapInData(z.object({ token: Token, password: Password })),
  answer: Envelope,
  refusals: ['form_faulty', 'link_over'],
  limit: SIGN_IN_LIMIT,
})

export const sendLoginCode = endpoint({
  method: 'POST',
  path: '/users/sendLoginCode',
  summary: 'Emails a sign-in code, if there is an account; the answer is the same for every address',
  access: 'public',
  body: wrapInData(z.object({ email: Email })),
  answer: Envelope,
  refusals: ['form_faulty'],
  limit: EMAIL_LIMIT,
})

export const loginByCode = endpoint({
  method: 'POST',
  path: '/users/loginByCode',
  summary: 'Signs in by an emailed code, which also verifies the address',
  access: 'public',
  body: wrapInData(z.object({ email: Email, otp: Code })),
  answer: SignInResponse,
  refusals: ['code_wrong'],
  limit: CODE_LIMIT,
})

export const refreshToken = endpoint({
  method: 'POST',
  path: '/users/refreshToken',
  summary:
    'Returns new tokens for a session; the old ones expire. A later reuse of the refresh token ends the session',
  access: 'public',
  body: wrapInData(z.object({ refreshToken: Token })),
  answer: Envelope.extend({ accessToken: z.string(), refreshToken: z.string() }),
  refusals: ['session_over'],
  limit: TOKEN_LIMIT,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/users/logout',
  summary: 'Ends the session of a refresh token, if there is one',
  access: 'public',
  body: wrapInData(z.object({ refreshToken: Token })),
  answer: Envelope,
  limit: TOKEN_LIMIT,
})

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/users/logoutEverywhere',
  summary: 'Ends all your sessions, or all but this one',
  access: 'signed_in',
  body: wrapInData(z.object({ keepThis: z.boolean().default(false) })),
  answer: Envelope.extend({ ended: z.number() }),
  limit: ACCOUNT_LIMIT,
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  summary: 'Lists your sessions, the latest first',
  access: 'signed_in',
  answer: Envelope.extend({ sessions: z.array(Session) }),
  limit: TOKEN_LIMIT,
})

export const endSession = endpoint({
  method: 'POST',
  path: '/users/endSession',
  summary: 'Ends one of your sessions',
  access: 'signed_in',
  body: wrapInData(z.object({ id: z.string().max(100) })),
  answer: Envelope,
  limit: ACCOUNT_LIMIT,
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/users/profile',
  summary: 'Returns your profile',
  access: 'signed_in',
  answer: Envelope.extend({ profile: Profile }),
  limit: TOKEN_LIMIT,
})

export const updateProfile = endpoint({
  method: 'POST',
  path: '/users/updateProfile',
  summary: 'Updates your name and company data; an empty company field is removed, an omitted one stays',
  access: 'signed_in',
  body: wrapInData(ProfileForm),
  answer: Envelope.extend({ profile: Profile }),
  refusals: ['form_faulty'],
  limit: ACCOUNT_LIMIT,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/users/changePassword',
  summary: 'Sets a new password, given the current one; ends all other sessions',
  access: 'signed_in',
  body: wrapInData(z.object({ password: Password, newPassword: Password })),
  answer: Envelope,
  refusals: ['form_faulty', 'password_wrong', 'no_password'],
  limit: SIGN_IN_LIMIT,
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/users/changeEmail',
  summary: 'Emails a code to a new address, given the password; the answer is the same for every address',
  access: 'signed_in',
  body: wrapInData(z.object({ email: Email, password: Password })),
  answer: Envelope,
  refusals: ['form_faulty', 'password_wrong', 'no_password', 'same_email'],
  limit: EMAIL_LIMIT,
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/users/confirmEmail',
  summary: 'Changes your address by the code emailed to the new one; notifies the old one',
  access: 'signed_in',
  body: wrapInData(z.object({ otp: Code })),
  answer: Envelope.extend({ profile: Profile }),
  refusals: ['code_wrong', 'code_over', 'email_taken'],
  limit: CODE_LIMIT,
})

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/users/confirmPassword',
  summary:
    'Confirms the password of the signed-in account: for ten minutes this session may make calls that move money',
  access: 'signed_in',
  body: wrapInData(z.object({ password: Password })),
  answer: Envelope.extend({ confirmedUntil: z.string() }),
  refusals: ['password_wrong', 'no_password'],
  limit: SIGN_IN_LIMIT,
})

export const exportData = endpoint({
  method: 'GET',
  path: '/users/exportData',
  summary: 'Exports all stored data about you, by feature',
  access: 'signed_in',
  answer: Envelope.extend({
    exportedAt: z.string(),
    profile: Profile,
    sessions: z.array(Session),
    /** The data of other features, by feature. */
    more: z.record(z.string(), z.unknown()),
  }),
  limit: { calls: 20, windowMs: HOUR },
})

export const closeAccount = endpoint({
  method: 'POST',
  path: '/users/closeAccount',
  summary:
    'Closes your account, given the password: deletes your personal data, frees the address and ends all sessions; orders stay',
  access: 'signed_in',
  body: wrapInData(z.object({ password: Password })),
  answer: Envelope,
  refusals: ['password_wrong', 'no_password', 'owns_business', 'last_owner'],
  limit: SIGN_IN_LIMIT,
})

export type SignUpData = z.output<typeof SignUpForm>
export type ProfileFieldsData = z.output<typeof ProfileFields>
export type ProfileFormData = z.output<typeof ProfileForm>
