/** The texts of an email that operators can edit; `text` has paragraphs separated by an empty line. */
export type EmailText = Readonly<{ subject: string; heading: string; text: string }>

/** A value that the shop fills in; a required one must occur in the subject, the heading or the text. */
export type Placeholder = Readonly<{ label: string; sample: string; isRequired?: true }>

/** The recipients of an email. */
export type EmailRecipients =
  | 'Shoppers'
  | 'Buyers and suppliers'
  | 'Suppliers'
  | 'Vendors'
  | 'Account holders'
  | 'Subscribers'
  | 'Operators'

/** The part that the shop adds to a text: items and amounts, a code, a quoted message, products, or only a link. */
export type EmailFacts = 'items' | 'amounts' | 'code' | 'quote' | 'products' | 'link' | 'none'

/** An email whose text operators can edit: its standard text, and the placeholders that it can contain. */
export type EmailTemplate = Readonly<{
  title: string
  to: EmailRecipients
  standard: EmailText
  placeholders: Readonly<Record<string, Placeholder>>
  facts: EmailFacts
  /** The label of the button that the shop adds. */
  action?: string
  /** The lines that the shop adds below, which operators cannot change. */
  closing: readonly string[]
}>

/** The maximum length of each text, in characters. */
export const EMAIL_TEXT_LENGTHS = { subject: 150, heading: 120, text: 4000 } as const

/** A problem of a text: its field, and a message for the operator. */
export type EmailTextProblem = Readonly<{ field: keyof EmailText; text: string }>

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** Returns the first problem of an operator's text; undefined when it is valid. */
export function findEmailTextProblem(
  { placeholders }: Pick<EmailTemplate, 'placeholders'>,
  text: EmailText,
): EmailTextProblem | undefined {
  for (const field of ['subject', 'heading', 'text'] as const) {
    const problem = explainProblem(text[field], field, placeholders)
    if (problem !== undefined) return { field, text: problem }
  }
  const used = new Set([text.subject, text.heading, text.text].flatMap(listPlaceholders))
  const missing = Object.keys(placeholders).find((name) => placeholders[name]?.isRequired && !used.has(name))
  return missing === undefined
    ? undefined
    : {
        field: 'text',
        text: `Include {{${missing}}} in the subject, the heading or the text: recipients need it.`,
      }
}

function explainProblem(
  text: string,
  field: keyof EmailText,
  placeholders: EmailTemplate['placeholders'],
): string | undefined {
  if (text.trim() === '') return `Enter the ${field}.`
  const max = EMAIL_TEXT_LENGTHS[field]
  if (text.length > max) return `Use at most ${max} characters for the ${field}.`
  const unknown = listPlaceholders(text).find((name) => !Object.hasOwn(placeholders, name))
  if (unknown !== undefined)
    return `{{${unknown}}} isn’t a placeholder of this email. ${listNames(placeholders)}`
  if (/[{}]/.test(text.replaceAll(PLACEHOLDER, '')))
    return 'A placeholder has two braces on each side, such as {{name}}. Complete it, or remove the brace.'
  if (/<[a-z!/?]/i.test(text))
    return 'Remove the HTML tags. Emails are written as plain text; the shop adds the design.'
  return undefined
}

function listNames(placeholders: EmailTemplate['placeholders']): string {
  const names = Object.keys(placeholders).map((name) => `{{${name}}}`)
  return names.length === 0 ? 'It has none.' : `Use ${names.join(', ')}.`
}

function listPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

/** Values of placeholders by their names. */
export type EmailValues = Readonly<Record<string, string>>

/** A text with its values filled in. */
export type FilledEmailText = Readonly<{ subject: string; heading: string; paragraphs: readonly string[] }>

/** Returns the text with its values filled in. A value is never searched for placeholders. */
export function fillEmailText({ subject, heading, text }: EmailText, values: EmailValues): FilledEmailText {
  const fill = (part: string) =>
    part.replaceAll(
      PLACEHOLDER,
      (mark, name: string) => (Object.hasOwn(values, name) ? values[name] : mark) ?? mark,
    )
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => fill(paragraph).trim())
    .filter((paragraph) => paragraph !== '')
  return { subject: fill(subject).trim(), heading: fill(heading).trim(), paragraphs }
}
