import type { Queryable } from '#database/database.ts'
import { maskedEmail } from '#core/email.ts'
import { type AppError, notFound } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import {
  type ChoiceRow,
  deleteChoices,
  findByToken,
  listChoices,
  openToken,
  saveChoice,
  setByToken,
} from './choice-queries.ts'
import {
  CHOICE_KINDS,
  type ChoiceByMailData,
  type ChoiceKind,
  type NotificationChoiceData,
} from './contract.ts'
import { CHOICE_TEXTS } from './rules.ts'

/** All kinds of mail that one may do without, and which a person wants. */
export async function readChoices(db: Queryable, personId: number): Promise<NotificationChoiceData[]> {
  const decided = new Map((await listChoices(db, personId)).map(({ kind, wanted }) => [kind, wanted]))
  return CHOICE_KINDS.map((kind) => shown({ kind, wanted: decided.get(kind) ?? true }))
}

/** Sets whether a person wants mails of a kind. */
export async function choose(
  db: Queryable,
  choice: Readonly<{ personId: number; kind: ChoiceKind; wanted: boolean; now: Date }>,
): Promise<void> {
  await saveChoice(db, { ...choice, token: newSecretId('notificationChoice') })
}

/**
 * Where a person's next mail of a kind can be ended by one click, for the letter and its header; undefined when the
 * person wants none.
 */
export async function openUnsubscribeUrl(
  db: Queryable,
  { publicUrl, ...whose }: Readonly<{ personId: number; kind: ChoiceKind; publicUrl: string; now: Date }>,
): Promise<string | undefined> {
  const { token, wanted } = await openToken(db, { ...whose, token: newSecretId('notificationChoice') })
  return wanted ? `${publicUrl}/notifications/end?token=${token}` : undefined
}

/** How it stands with the mails whose links carry the token. Throws `choice_unknown`. */
export async function readChoiceByMail(db: Queryable, token: string): Promise<ChoiceByMailData> {
  const found = await findByToken(db, token)
  if (!found) throw unknown()
  return { ...shown(found), email: maskedEmail(found.email) }
}

/** Ends or resumes these mails; twice is once. Throws `choice_unknown`. */
export async function chooseByMail(
  db: Queryable,
  decision: Readonly<{ token: string; wanted: boolean; now: Date }>,
): Promise<ChoiceByMailData> {
  await setByToken(db, decision)
  return readChoiceByMail(db, decision.token)
}

/** What a person has decided, to be taken along. */
export async function exportChoices(db: Queryable, personId: number): Promise<ChoiceRow[]> {
  return listChoices(db, personId)
}

/** Forgets what a person has decided, when the account is closed. */
export async function eraseChoices(db: Queryable, personId: number): Promise<void> {
  await deleteChoices(db, personId)
}

function shown({ kind, wanted }: ChoiceRow): NotificationChoiceData {
  return { kind, ...CHOICE_TEXTS[kind], wanted }
}

function unknown(): AppError {
  return notFound('choice_unknown', 'This link is not known here any more.')
}
