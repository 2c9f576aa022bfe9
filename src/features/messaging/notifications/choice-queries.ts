import { named, type Queryable } from '#database/database.ts'
import type { ChoiceKind } from './contract.ts'

/** What a person has decided about a kind of mail. */
export type ChoiceRow = Readonly<{ kind: ChoiceKind; wanted: boolean }>

/** What a person has decided; kinds that are not there are wanted. */
export async function listChoices(db: Queryable, personId: number): Promise<ChoiceRow[]> {
  return named<ChoiceRow>(db, LIST_CHOICES, [personId])
}

const LIST_CHOICES = {
  name: 'notifications_list_choices',
  text: 'select kind, wanted from notification_choices where person_id = $1',
}

/** Keeps a decision; `token` is for a new one. */
export async function saveChoice(
  db: Queryable,
  choice: Readonly<{ personId: number; kind: ChoiceKind; wanted: boolean; token: string; now: Date }>,
): Promise<void> {
  const { personId, kind, wanted, token, now } = choice
  await named(db, SAVE_CHOICE, [personId, kind, wanted, token, now])
}

const SAVE_CHOICE = {
  name: 'notifications_save_choice',
  text: `
    insert into notification_choices (person_id, kind, wanted, token, changed_at) values ($1, $2, $3, $4, $5)
    on conflict (person_id, kind) do update set wanted = excluded.wanted, changed_at = excluded.changed_at`,
}

/** The token of a person's mails of a kind, which is `token` for who has none yet. */
export async function openToken(
  db: Queryable,
  { personId, kind, token, now }: Readonly<{ personId: number; kind: ChoiceKind; token: string; now: Date }>,
): Promise<Readonly<{ token: string; wanted: boolean }>> {
  const [opened] = await named<{ token: string; wanted: boolean }>(db, OPEN_TOKEN, [
    personId,
    kind,
    token,
    now,
  ])
  if (!opened) throw new Error('the token was not kept')
  return opened
}

const OPEN_TOKEN = {
  name: 'notifications_open_token',
  text: `
    insert into notification_choices as c (person_id, kind, token, changed_at) values ($1, $2, $3, $4)
    on conflict (person_id, kind) do update set kind = excluded.kind returning c.token, c.wanted`,
}

/** The decision whose mails carry the token, and the address they go to. */
export async function findByToken(
  db: Queryable,
  token: string,
): Promise<(ChoiceRow & Readonly<{ email: string }>) | undefined> {
  const [found] = await named<ChoiceRow & { email: string }>(db, FIND_BY_TOKEN, [token])
  return found
}

const FIND_BY_TOKEN = {
  name: 'notifications_find_by_token',
  text: `
    select c.kind, c.wanted, p.email from notification_choices c join people p on p.id = c.person_id
    where c.token = $1 and p.closed_at is null`,
}

/** Sets the decision whose mails carry the token. */
export async function setByToken(
  db: Queryable,
  { token, wanted, now }: Readonly<{ token: string; wanted: boolean; now: Date }>,
): Promise<void> {
  await named(db, SET_BY_TOKEN, [token, wanted, now])
}

const SET_BY_TOKEN = {
  name: 'notifications_set_by_token',
  text: 'update notification_choices set wanted = $2, changed_at = $3 where token = $1 and wanted <> $2',
}

/** Forgets what a person has decided. */
export async function deleteChoices(db: Queryable, personId: number): Promise<void> {
  await named(db, DELETE_CHOICES, [personId])
}

const DELETE_CHOICES = {
  name: 'notifications_delete_choices',
  text: 'delete from notification_choices where person_id = $1',
}
