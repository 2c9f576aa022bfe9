import type { Queryable } from '#database/database.ts'
import { maskEmail } from '#core/emails/email.ts'
import { type AppError, notFound } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import {
  type PreferenceRow,
  deletePreferences,
  findPreferenceByToken,
  listPreferences,
  getOrCreateToken,
  savePreference,
  setPreferenceByToken,
} from './preference-queries.ts'
import {
  PREFERENCE_KINDS,
  type PreferenceByTokenData,
  type PreferenceKind,
  type NotificationPreferenceData,
} from './contract.ts'

/** Returns all optional kinds of email with the account's choices. */
export async function readPreferences(
  db: Queryable,
  accountId: number,
): Promise<NotificationPreferenceData[]> {
  const saved = new Map(
    (await listPreferences(db, accountId)).map(({ kind, isEnabled }) => [kind, isEnabled]),
  )
  return PREFERENCE_KINDS.map((kind) => toPreferenceView({ kind, isEnabled: saved.get(kind) ?? true }))
}

/** Enables or disables a kind of email for an account. */
export async function setPreference(
  db: Queryable,
  preference: Readonly<{ accountId: number; kind: PreferenceKind; isEnabled: boolean; now: Date }>,
): Promise<void> {
  await savePreference(db, { ...preference, token: newSecretId('notificationChoice') })
}

/**
 * Returns the one-click unsubscribe URL of an account's next email; undefined if the account wants none. It serves the
 * email and its header.
 */
export async function createUnsubscribeUrl(
  db: Queryable,
  {
    publicUrl,
    ...scope
  }: Readonly<{ accountId: number; kind: PreferenceKind; publicUrl: string; now: Date }>,
): Promise<string | undefined> {
  const { token, isEnabled } = await getOrCreateToken(db, {
    ...scope,
    token: newSecretId('notificationChoice'),
  })
  return isEnabled ? `${publicUrl}/notifications/end?token=${token}` : undefined
}

/** Returns the email preference of a link's token. Throws `choice_unknown`. */
export async function readPreferenceByToken(db: Queryable, token: string): Promise<PreferenceByTokenData> {
  const found = await findPreferenceByToken(db, token)
  if (!found) throw unknownLinkError()
  return { ...toPreferenceView(found), email: maskEmail(found.email) }
}

/** Disables or enables these emails; repeating it changes nothing. Throws `choice_unknown`. */
export async function setPreferenceByLink(
  db: Queryable,
  decision: Readonly<{ token: string; isEnabled: boolean; now: Date }>,
): Promise<PreferenceByTokenData> {
  await setPreferenceByToken(db, decision)
  return readPreferenceByToken(db, decision.token)
}

/** Returns the email choices of an account for its data export. */
export async function exportPreferences(db: Queryable, accountId: number): Promise<PreferenceRow[]> {
  return listPreferences(db, accountId)
}

/** Deletes the email choices of an account, when it is closed. */
export async function erasePreferences(db: Queryable, accountId: number): Promise<void> {
  await deletePreferences(db, accountId)
}

function toPreferenceView({ kind, isEnabled }: PreferenceRow): NotificationPreferenceData {
  return { kind, ...PREFERENCE_TEXTS[kind], isEnabled }
}

function unknownLinkError(): AppError {
  return notFound('choice_unknown', 'This link is no longer valid.')
}

/** The labels of the kinds, and when such emails are sent. */
const PREFERENCE_TEXTS: Readonly<Record<PreferenceKind, Readonly<{ title: string; description: string }>>> = {
  unread_messages: {
    title: 'Unread messages',
    description: 'Get an email when messages have been unread for ten minutes, at most once a day.',
  },
}
