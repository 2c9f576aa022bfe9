import { z } from '@hono/zod-openapi'
import { EMAIL_TEXT_LENGTHS } from '#core/emails/texts/email-template.ts'
import { EMAIL_TEXT_NAMES } from '#core/emails/texts/email-texts.ts'
import { toMultiline, toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { SETTING_FIELDS, Version } from '#features/identity/settings/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const READ_LIMIT = { calls: 120, windowMs: MINUTE, counted: 'in_memory' } as const

const EmailParams = z.object({ name: z.enum(EMAIL_TEXT_NAMES, 'This email doesn’t exist.') })

/** Placeholders are written as `{{order}}`; `text` has paragraphs with an empty line between them. */
const EmailTextForm = z
  .object({
    subject: z.string().overwrite(toSingleLine).max(EMAIL_TEXT_LENGTHS.subject),
    heading: z.string().overwrite(toSingleLine).max(EMAIL_TEXT_LENGTHS.heading),
    text: z.string().overwrite(toMultiline).max(EMAIL_TEXT_LENGTHS.text),
  })
  .openapi('EmailTextForm')

export const listEmailTexts = endpoint({
  method: 'GET',
  path: '/operator/settings/emails',
  summary: 'Returns the emails whose text you can change',
  access: { operator: 'settings:read' },
  answer: Envelope.extend({
    emails: z.array(
      z.object({
        name: z.enum(EMAIL_TEXT_NAMES),
        title: z.string(),
        recipients: z.string(),
        subject: z.string(),
        /** Whether it differs from the standard text. */
        isOwn: z.boolean(),
      }),
    ),
  }),
  limit: READ_LIMIT,
})

export const readEmailText = endpoint({
  method: 'GET',
  path: '/operator/settings/emails/{name}',
  summary: 'Returns the text of an email, its standard text, its placeholders, and the history of changes',
  access: { operator: 'settings:read' },
  params: EmailParams,
  answer: Envelope.extend({
    title: z.string(),
    recipients: z.string(),
    text: EmailTextForm,
    standard: EmailTextForm,
    placeholders: z.array(
      z.object({ name: z.string(), label: z.string(), sample: z.string(), isRequired: z.boolean() }),
    ),
    ...SETTING_FIELDS,
  }),
  limit: READ_LIMIT,
})

export const previewEmailText = endpoint({
  method: 'POST',
  path: '/operator/settings/emails/{name}/preview',
  summary: 'Returns an email with a text and sample values, as HTML and plain text',
  access: { operator: 'settings:read' },
  params: EmailParams,
  body: EmailTextForm,
  answer: Envelope.extend({ subject: z.string(), html: z.string(), text: z.string() }),
  refusals: ['email_text_faulty'],
  limit: READ_LIMIT,
})

export const saveEmailText = endpoint({
  method: 'POST',
  path: '/operator/settings/emails/{name}',
  summary: 'Changes the text of an email from the next one on; needs your password first',
  access: { operator: 'settings:write' },
  confirmed: true,
  params: EmailParams,
  body: z.object({ text: EmailTextForm, version: Version }),
  answer: Envelope,
  refusals: ['changed_meanwhile', 'email_text_faulty'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/operator/settings/emails/{name}/test',
  summary: 'Sends an email with a text and sample values to your own address',
  access: { operator: 'settings:write' },
  params: EmailParams,
  body: EmailTextForm,
  answer: Envelope,
  refusals: ['email_text_faulty'],
  limit: { calls: 20, windowMs: HOUR, scope: 'account' },
})
