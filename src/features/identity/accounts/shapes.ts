import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** Returns the schema of a documented call's body: everything within `data`. */
export function wrapInData<Data extends z.ZodType>(data: Data) {
  return z.object({ data })
}

/** Returns the schema of one typed line. The service reports missing and invalid ones with its own messages. */
export const Line = (max: number) => TextLine(max).default('')

/** Returns the schema of a typed line that distinguishes empty from missing. */
export const TextLine = (max: number) => z.string().overwrite(toSingleLine).max(max)

/** A typed address; the service validates its format. */
export const Email = Line(254)

/** A typed password, unchanged. A rule limits its length; this only bounds what is read. */
export const Password = z.string().max(1000).default('')

/** A typed code from an email; spaces of a pasted code are ignored. */
export const Code = z
  .string()
  .max(20)
  .default('')
  .overwrite((text) => text.replaceAll(/\s/g, ''))

/** A token of an email's link or of this browser's session; a wrong one is simply unknown. */
export const Token = z.string().max(200)

/** The public id of an account, as in the address of the code page; a wrong one is simply unknown. */
export const AccountId = z.string().max(100)

/** A profile as its owner sees it. `companyName` and `companyRegisterNumber` are null if not given. */
export const Profile = z
  .object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    type: z.enum(['vendor', 'manufacturer', 'operator']),
    companyName: z.string().nullable(),
    companyRegisterNumber: z.string().nullable(),
    /** Whether it has a password; false if it has only ever signed in by Google, Facebook or a code. */
    hasPassword: z.boolean(),
    createdAt: z.string(),
  })
  .openapi('Profile')

/** The answer of a sign-in (ENT-01 to ENT-03). Vendors have the company's fields, if given. */
export const UserData = z
  .object({
    accessToken: z.string(),
    refreshToken: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    type: z.enum(['vendor', 'manufacturer', 'operator']),
    id: z.string(),
    isActive: z.literal(true),
    companyName: z.string().optional(),
    companyRegisterNumber: z.string().optional(),
  })
  .openapi('UserData')

/** A sign-in after its first factor: `/users/secondFactor/confirm` finishes it within ten minutes. */
export const SecondFactorDue = z.object({ challenge: z.string() }).openapi('SecondFactorDue')

/** The answer to every kind of sign-in: the account and its tokens, or the due second factor. */
export const SignInResponse = Envelope.extend({
  userData: UserData.optional(),
  secondFactor: SecondFactorDue.optional(),
})

/** A sign-in on one device; `device` such as 'Firefox on Linux', `address` as limits count it, times in ISO 8601. */
export const Session = z
  .object({
    id: z.string(),
    device: z.string(),
    address: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    /** Whether it is the session of this call. */
    isCurrent: z.boolean(),
  })
  .openapi('Session')

export type ProfileData = z.input<typeof Profile>
export type SecondFactorDueData = z.input<typeof SecondFactorDue>
export type UserDataData = z.input<typeof UserData>
export type SessionData = z.input<typeof Session>
