import { ACCOUNT_TEXTS } from './account-texts.ts'
import { BUSINESS_TEXTS } from './business-texts.ts'
import {
  type EmailTemplate,
  type EmailValues,
  fillEmailText,
  type FilledEmailText,
} from './email-template.ts'
import { ORDER_TEXTS } from './order-texts.ts'

const TEMPLATES = { ...ORDER_TEXTS, ...ACCOUNT_TEXTS, ...BUSINESS_TEXTS }

/** The name of an email whose text operators can edit. */
export type EmailTextName = keyof typeof TEMPLATES

// The keys of the object above.
/** The names of all emails whose text operators can edit, in display order. */
export const EMAIL_TEXT_NAMES = Object.keys(TEMPLATES) as EmailTextName[]

/** Returns the template of an email. */
export function getEmailTemplate(name: EmailTextName): EmailTemplate {
  return TEMPLATES[name]
}

/** The inputs of an email's text: its name, its values, and the facts that follow the text. */
export type EmailWording = Readonly<{ name: EmailTextName; values: EmailValues; facts: readonly string[] }>

type ValuesOf<Name extends EmailTextName> = Readonly<
  Record<keyof (typeof TEMPLATES)[Name]['placeholders'], string>
>

/** Returns an email's standard text with its values, followed by facts that operators cannot change. */
export function writeEmail<Name extends EmailTextName>(
  name: Name,
  values: ValuesOf<Name>,
  facts: readonly string[] = [],
): FilledEmailText & Readonly<{ wording: EmailWording }> {
  const { paragraphs, ...filled } = fillEmailText(TEMPLATES[name].standard, values)
  return { ...filled, paragraphs: [...paragraphs, ...facts], wording: { name, values, facts } }
}
