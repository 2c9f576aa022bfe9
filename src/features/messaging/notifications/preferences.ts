import type { Queryable } from '#database/database.ts'
import { maskEmail } from '#core/email.ts'
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
import { PREFERENCE_TEXTS } from './rules.ts'

/** All kinds of mail that one may do without, and which a person wants. */
export async function readPreferences(
  db: Queryable,
  accountId: number,
): Promise<NotificationPreferenceData[]> {
  const saved = new Map(
    (await listPreferences(db, accountId)).map(({ kind, isEnabled }) => [kind, isEnabled]),
  )
  return PREFERENCE_KINDS.map((kind) => toPreferenceView({ kind, isEnabled: saved.get(kind) ?? true }))
}

/** Sets whether a person wants mails of a kind. */
export async function setPreference(
  db: Queryable,
  preference: Readonly<{ accountId: number; kind: PreferenceKind; isEnabled: boolean; now: Date }>,
): Promise<void> {
  await savePreference(db, { ...preference, token: newSecretId('notificationChoice') })
}

/**
 * Where a person's next mail of a kind can be ended by one click, for the letter and its header; undefined when the
 * person wants none.
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

/** How it stands with the mails whose links carry the token. Throws `choice_unknown`. */
export async function readPreferenceByToken(db: Queryable, token: string): Promise<PreferenceByTokenData> {
  const found = await findPreferenceByToken(db, token)
  if (!found) throw unknownLinkError()
  return { ...toPreferenceView(found), email: maskEmail(found.email) }
}

/** Ends or resumes these mails; twice is once. Throws `choice_unknown`. */
export async function setPreferenceByLink(
  db: Queryable,
  decision: Readonly<{ token: string; isEnabled: boolean; now: Date }>,
): Promise<PreferenceByTokenData> {
  await setPreferenceByToken(db, decision)
  return readPreferenceByToken(db, decision.token)
}

/** What a person has decided, to be taken along. */
export async function exportPreferences(db: Queryable, accountId: number): Promise<PreferenceRow[]> {
  return listPreferences(db, accountId)
}

/** Forgets what a person has decided, when the account is closed. */
export async function erasePreferences(db: Queryable, accountId: number): Promise<void> {
  await deletePreferences(db, accountId)
}

function toPreferenceView({ kind, isEnabled }: PreferenceRow): NotificationPreferenceData {
  return { kind, ...PREFERENCE_TEXTS[kind], isEnabled }
}

function unknownLinkError(): AppError {
  return notFound('choice_unknown', 'This link is no longer valid.')
}
