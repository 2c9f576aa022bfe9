import type { RequestContext } from '#platform/http/calls/route.ts'
import type { ProfileData, SessionData } from '../contract.ts'
import type { Device } from '../sessions/open-session.ts'
import type { Person } from '../people-queries.ts'
import { deviceHashOf } from '../sessions/requester.ts'
import { deviceName } from '../rules.ts'
import type { Session } from '../sessions/session-queries.ts'

/** The device that a call comes from. */
export function deviceOf({ client, header }: Pick<RequestContext, 'client' | 'header'>): Device {
  return { userAgent: header('user-agent') ?? '', address: client, keyHash: deviceHashOf({ header }) }
}

/** A person as they see themselves. */
export function profileOf(person: Person): ProfileData {
  const { publicId: id, email, firstName, lastName, type, companyName, companyRegisterNumber } = person
  return {
    id,
    email,
    firstName,
    lastName,
    type,
    companyName,
    companyRegisterNumber,
    hasPassword: person.passwordHash !== null,
    createdAt: person.createdAt.toISOString(),
  }
}

/** Sessions as their owner sees them; `current` is the key of the one that asks. */
export function sessionsShown(sessions: readonly Session[], current: number): SessionData[] {
  return sessions.map(({ id, publicId, userAgent, address, createdAt, lastSeenAt }) => ({
    id: publicId,
    device: deviceName(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === current,
  }))
}
