import { type EmailText, fillEmailText } from '#core/emails/texts/email-template.ts'
import { type EmailTextName, getEmailTemplate } from '#core/emails/texts/email-texts.ts'
import type { Queryable } from '#database/database.ts'
import { readSavedSettings } from '#features/identity/settings/service.ts'
import { type EmailContent, renderEmail } from '../email.ts'
import { parseOwnText } from './email-text-setting.ts'

/** The texts that operators have changed, by the names of their emails. */
export type OwnTexts = ReadonlyMap<EmailTextName, EmailText>

/** Returns the texts of these emails that operators have changed. */
export async function readOwnTexts(db: Queryable, names: readonly EmailTextName[]): Promise<OwnTexts> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return new Map()
  const saved = await readSavedSettings(
    db,
    wanted.map((name) => `email_${name}` as const),
  )
  return new Map(
    wanted.flatMap((name) => {
      const text = parseOwnText(name, saved.get(`email_${name}`))
      return text && !isSameText(text, getEmailTemplate(name).standard) ? [[name, text]] : []
    }),
  )
}

function isSameText(one: EmailText, other: EmailText): boolean {
  return one.subject === other.subject && one.heading === other.heading && one.text === other.text
}

/** Returns the email rendered with the operator's text; undefined if the standard text applies. */
export function applyOwnText(
  content: EmailContent | undefined,
  ownTexts: OwnTexts,
): Partial<ReturnType<typeof renderEmail>> {
  const name = getTextName(content)
  const own = name && ownTexts.get(name)
  return content && own ? renderEmail(wordEmail(content, own)) : {}
}

/** Returns the name of the text that operators can change; undefined for an email that an operator wrote. */
export function getTextName(content: EmailContent | undefined): EmailTextName | undefined {
  const wording = content?.wording
  return wording && 'values' in wording ? wording.name : undefined
}

/** Returns an email with another text; its facts, tables and links stay. */
export function wordEmail(content: EmailContent, text: EmailText): EmailContent {
  const { wording } = content
  const { values, facts } = 'values' in wording ? wording : { values: {}, facts: [] }
  const { subject, heading, paragraphs } = fillEmailText(text, values)
  return {
    ...content,
    subject,
    heading,
    preview: paragraphs[0] ?? heading,
    paragraphs: [...paragraphs, ...facts],
  }
}
