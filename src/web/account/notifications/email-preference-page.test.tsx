import { expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createCall } from '#web/app/calls/api.ts'
import { emailPreferencePage, EmailPreferenceView } from './email-preference-page.tsx'

const TOKEN = `ntc_${'0'.repeat(32)}`

test.each([
  { action: 'end', isEnabled: true, title: 'Unsubscribe', next: 'end' },
  { action: 'end', isEnabled: false, title: 'You are unsubscribed', next: 'resume' },
  { action: 'resume', isEnabled: true, title: 'You are subscribed', next: 'end' },
] as const)(
  'the link to $action (enabled: $isEnabled) shows "$title"',
  ({ action, isEnabled, title, next }) => {
    const choice = {
      kind: 'unread_messages',
      title: 'Unread messages',
      description: '',
      isEnabled,
      email: 'm•••@shopper.example',
    } as const
    const html = renderHtml(
      <EmailPreferenceView data={{ choice, token: TOKEN }} params={{ action }} search={{}} />,
    )
    expect(html).toContain(`>${title}</h1>`)
    expect(toText(html)).toContain('m•••@shopper.example')
    expect(findTags(html, 'form')).toEqual([
      expect.stringContaining(`action="/notifications/${next}?token=${TOKEN}" method="post"`),
    ])
  },
)

test('explains an unknown link, and rejects an unknown action', async () => {
  const body = { success: false, code: 'choice_unknown', message: 'Unknown.' }
  const send = () => Promise.resolve(Response.json(body, { status: 404 }))
  const call = createCall({ send, log: () => undefined })
  const data = await emailPreferencePage.load?.({ call, params: { action: 'end' }, search: {} })
  expect(data).toEqual({ problem: expect.stringContaining('may be incomplete') })
  await expect(
    emailPreferencePage.load?.({ call, params: { action: 'win' }, search: {} }),
  ).rejects.toBeDefined()
})
