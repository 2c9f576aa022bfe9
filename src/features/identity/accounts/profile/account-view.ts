import type { RequestContext } from '#platform/http/calls/route.ts'
import type { ProfileData, SessionData } from '../contract.ts'
import type { Device } from '../sessions/open-session.ts'
import type { Account } from '../account-queries.ts'
import { readDeviceHash } from '../sessions/requester.ts'
import { deviceName } from '../rules.ts'
import type { SessionRow } from '../sessions/session-queries.ts'

/** Returns the device of a call. */
export function toDevice({ client, header }: Pick<RequestContext, 'client' | 'header'>): Device {
  return { userAgent: header('user-agent') ?? '', address: client, keyHash: readDeviceHash({ header }) }
}

/** Returns an account's own profile. */
export function toProfile(account: Account): ProfileData {
  const { publicId: id, email, firstName, lastName, type, companyName, companyRegisterNumber } = account
  return {
    id,
    email,
    firstName,
    lastName,
    type,
    companyName,
    companyRegisterNumber,
    hasPassword: account.passwordHash !== null,
    createdAt: account.createdAt.toISOString(),
  }
}

/** Returns sessions as their owner sees them; `current` is the caller's key. */
export function toSessionViews(sessions: readonly SessionRow[], current: number): SessionData[] {
  return sessions.map(({ id, publicId, userAgent, address, createdAt, lastSeenAt }) => ({
    id: publicId,
    device: deviceName(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === current,
  }))
}
