import {
  EMAIL_TEXT_LENGTHS,
  type EmailText,
  findEmailTextProblem,
} from '#core/emails/texts/email-template.ts'
import { type EmailTextName, getEmailTemplate } from '#core/emails/texts/email-texts.ts'
import type { Setting } from '#features/identity/settings/service.ts'

/** Returns the setting of an email's text; the standard text applies until another one is saved. */
export function createEmailTextSetting(name: EmailTextName): Setting<EmailText> {
  const template = getEmailTemplate(name)
  return {
    name: `email_${name}`,
    action: `Changed the email “${template.title}”`,
    parse: (stored) => parseOwnText(name, stored) ?? template.standard,
    toAuditValues: (text) => ({ ...text }),
    describe: (before, after) =>
      FIELDS.filter(([field]) => before[field] !== after[field]).map(
        ([field, label]) => `${label}: ${shorten(before[field])} → ${shorten(after[field])}`,
      ),
  }
}

const FIELDS: readonly (readonly [keyof EmailText, string])[] = [
  ['subject', 'Subject'],
  ['heading', 'Heading'],
  ['text', 'Text'],
]

const MAX_SHOWN = 200

function shorten(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}…`
}

/**
 * Returns a stored text; undefined if no email can be rendered from it. It was validated when it was saved, but a later
 * release may have other placeholders.
 */
export function parseOwnText(name: EmailTextName, stored: unknown): EmailText | undefined {
  if (!isEmailText(stored) || findEmailTextProblem(getEmailTemplate(name), stored)) return undefined
  return stored
}

function isEmailText(value: unknown): value is EmailText {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(EMAIL_TEXT_LENGTHS).every(
      (field) => typeof Object.entries(value).find(([key]) => key === field)?.[1] === 'string',
    )
  )
}
