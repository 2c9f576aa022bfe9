import { randomUUID } from 'node:crypto'
import { type EmailText, findEmailTextProblem } from '#core/emails/texts/email-template.ts'
import { EMAIL_TEXT_NAMES, type EmailTextName, getEmailTemplate } from '#core/emails/texts/email-texts.ts'
import { invalid } from '#core/errors.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { readSettingPage, saveSetting } from '#features/identity/settings/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createEmail, renderEmailForPreview, sendEmails } from '../service.ts'
import * as contract from './contract.ts'
import { createEmailTextSetting } from './email-text-setting.ts'
import { readOwnTexts } from './own-texts.ts'
import { createSampleEmail } from './sample-email.ts'

type EmailTextDeps = Readonly<{ enqueue: Enqueue; publicUrl: string }>

/** Returns the routes by which operators change the texts of emails. */
export function emailTextRoutes({ enqueue, publicUrl }: EmailTextDeps): Route[] {
  return [
    route(contract.listEmailTexts, async (_input, { db }) => {
      const ownTexts = await readOwnTexts(db, EMAIL_TEXT_NAMES)
      const emails = EMAIL_TEXT_NAMES.map((name) => {
        const { title, to, standard } = getEmailTemplate(name)
        const own = ownTexts.get(name)
        return { name, title, recipients: to, subject: (own ?? standard).subject, isOwn: own !== undefined }
      })
      return ok('Emails', { emails })
    }),

    ...draftRoutes({ enqueue, publicUrl }),

    route(contract.readEmailText, async ({ params: { name } }, { db }) => {
      const { title, to, standard, placeholders } = getEmailTemplate(name)
      const { value, version, history } = await readSettingPage(db, createEmailTextSetting(name))
      return ok('Email', {
        title,
        recipients: to,
        text: { ...value },
        standard: { ...standard },
        placeholders: Object.entries(placeholders).map(([key, { label, sample, isRequired = false }]) => ({
          name: key,
          label,
          sample,
          isRequired,
        })),
        version,
        history,
      })
    }),

    route(contract.saveEmailText, async ({ params: { name }, body: { text, version } }, context) => {
      checkText(name, text)
      const setting = createEmailTextSetting(name)
      await saveSetting(context.db, toAuditSource(context), { setting, value: text, version })
      return ok('Saved. Emails from now on have this text.', {})
    }),
  ]
}

/** Returns the routes of an unsaved text: its preview and its test email. */
function draftRoutes({ enqueue, publicUrl }: EmailTextDeps): Route[] {
  return [
    route(contract.previewEmailText, async ({ params: { name }, body }, { db }) => {
      checkText(name, body)
      return ok('Preview', await renderEmailForPreview(db, createSampleEmail(name, body, publicUrl)))
    }),

    route(contract.sendTestEmail, async ({ params: { name }, body }, { db, actor, now }) => {
      checkText(name, body)
      const content = createSampleEmail(name, body, publicUrl)
      const email = createEmail(
        { key: `email-test:${actor.publicId}:${randomUUID()}`, to: actor.email },
        // As a test, so that the saved text does not replace the tested one.
        { ...content, subject: `Test: ${content.subject}`, wording: { name: 'test' } },
      )
      await sendEmails(db, { emails: [email], now, enqueue })
      return ok(`Test sent to ${actor.email}.`, {})
    }),
  ]
}

function checkText(name: EmailTextName, text: EmailText): void {
  const problem = findEmailTextProblem(getEmailTemplate(name), text)
  if (problem) throw invalid('email_text_faulty', problem.text, { fields: [problem.field] })
}
