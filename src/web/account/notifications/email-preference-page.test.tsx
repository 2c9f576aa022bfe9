import { expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createCall } from '#web/app/calls/api.ts'
import { emailPreferencePage, EmailPreferenceView } from './email-preference-page.tsx'

const TOKEN = `ntc_${'0'.repeat(32)}`

test.each([
  { wish: 'end', isEnabled: true, title: 'End these mails', next: 'end' },
  { wish: 'end', isEnabled: false, title: 'These mails have ended', next: 'resume' },
  { wish: 'resume', isEnabled: true, title: 'These mails come again', next: 'end' },
] as const)(
  'who wishes to $wish (enabled: $isEnabled) reads "$title"',
  ({ wish, isEnabled, title, next }) => {
    const choice = {
      kind: 'unread_messages',
      title: 'Unread messages',
      description: '',
      isEnabled,
      email: 'm•••@shopper.example',
    } as const
    const html = renderHtml(
      <EmailPreferenceView data={{ choice, token: TOKEN }} params={{ wish }} search={{}} />,
    )
    expect(html).toContain(`>${title}</h1>`)
    expect(toText(html)).toContain('m•••@shopper.example')
    expect(findTags(html, 'form')).toEqual([
      expect.stringContaining(`action="/notifications/${next}?token=${TOKEN}" method="post"`),
    ])
  },
)

test('a link that is not known is told; an address that is none of these is not found', async () => {
  const body = { success: false, code: 'choice_unknown', message: 'Unknown.' }
  const send = () => Promise.resolve(Response.json(body, { status: 404 }))
  const call = createCall({ send, log: () => undefined })
  const data = await emailPreferencePage.load?.({ call, params: { wish: 'end' }, search: {} })
  expect(data).toEqual({ problem: expect.stringContaining('copied whole') })
  await expect(
    emailPreferencePage.load?.({ call, params: { wish: 'win' }, search: {} }),
  ).rejects.toBeDefined()
})
