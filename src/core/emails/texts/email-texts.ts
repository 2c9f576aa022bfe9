import { ACCOUNT_TEXTS } from './account-texts.ts'
import { BUSINESS_TEXTS } from './business-texts.ts'
import { CASE_TEXTS } from './case-texts.ts'
import { DELIVERY_TEXTS } from './delivery-texts.ts'
import {
  type EmailTemplate,
  type EmailValues,
  fillEmailText,
  type FilledEmailText,
} from './email-template.ts'
import { MESSAGE_TEXTS } from './message-texts.ts'
import { MONEY_TEXTS } from './money-texts.ts'
import { ORDER_TEXTS } from './order-texts.ts'
import { SECURITY_TEXTS } from './security-texts.ts'
import { TEAM_TEXTS } from './team-texts.ts'
import { VENDOR_TEXTS } from './vendor-texts.ts'

const TEMPLATES = {
  ...ORDER_TEXTS,
  ...CASE_TEXTS,
  ...MONEY_TEXTS,
  ...DELIVERY_TEXTS,
  ...VENDOR_TEXTS,
  ...ACCOUNT_TEXTS,
  ...SECURITY_TEXTS,
  ...TEAM_TEXTS,
  ...BUSINESS_TEXTS,
  ...MESSAGE_TEXTS,
}

/** The name of an email whose text operators can edit. */
export type EmailTextName = keyof typeof TEMPLATES

// The keys of the object above.
/** The names of all emails whose text operators can edit, in display order. */
export const EMAIL_TEXT_NAMES = Object.keys(TEMPLATES) as EmailTextName[]

/** An email that an operator writes or tries out, so that it has no template. */
export type WrittenEmailName = 'message_answer' | 'newsletter' | 'test'

/** Returns the template of an email. */
export function getEmailTemplate(name: EmailTextName): EmailTemplate {
  return TEMPLATES[name]
}

/** The inputs of an email's text: its name, its values, and the facts that follow the text. */
export type EmailWording = Readonly<{ name: EmailTextName; values: EmailValues; facts: readonly string[] }>

/** What an email is: one with a template, or one that an operator wrote. No other email can be sent. */
export type EmailKind = EmailWording | Readonly<{ name: WrittenEmailName }>

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
