import { expect, test } from 'vitest'
import type { SubscriptionData } from '#features/messaging/contact/contract.ts'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createCall } from '#web/app/calls/api.ts'
import { NewsletterView } from './newsletter-page.tsx'
import { subscriptionPage, SubscriptionView } from './subscription-page.tsx'

const TOKEN = `nws_${'0'.repeat(32)}`

test('the newsletter page has the form, and a next step after it was sent', () => {
  const html = renderHtml(<NewsletterView data={{}} params={{}} search={{}} />)
  expect(findTags(html, 'form')).toEqual([expect.stringContaining('action="/newsletter" method="post"')])
  const sentText = toText(renderHtml(<NewsletterView data={{}} params={{}} search={{ sent: '1' }} />))
  expect(sentText).toContain('Check your inbox')
})

test('a rejected address stays in the form with its error', () => {
  const posted = { values: { email: 'nowhere' }, status: 400, code: 'bad_email', message: 'No address.' }
  const html = renderHtml(<NewsletterView data={{ posted }} params={{}} search={{ sent: '1' }} />)
  expect(findTags(html, 'input')[0]).toMatch(/aria-invalid="true".*value="nowhere"/)
  expect(toText(html)).toContain('No address.')
})

test.each([
  { action: 'confirm', status: 'pending', title: 'Confirm your subscription', next: 'confirm' },
  { action: 'confirm', status: 'confirmed', title: 'You are subscribed', next: 'unsubscribe' },
  { action: 'confirm', status: 'unsubscribed', title: 'You are unsubscribed', next: 'resume' },
  { action: 'unsubscribe', status: 'confirmed', title: 'Unsubscribe', next: 'unsubscribe' },
  { action: 'unsubscribe', status: 'expired', title: 'Unsubscribe', next: 'unsubscribe' },
  { action: 'unsubscribe', status: 'unsubscribed', title: 'You are unsubscribed', next: 'resume' },
  { action: 'resume', status: 'confirmed', title: 'You are subscribed', next: 'unsubscribe' },
] as const)('the link to $action shows a $status subscriber "$title"', ({ action, status, title, next }) => {
  const html = renderSubscription(action, status)
  expect(html).toContain(`>${title}</h1>`)
  expect(findTags(html, 'form')).toEqual([
    expect.stringContaining(`action="/newsletter/${next}?token=${TOKEN}" method="post"`),
  ])
})

test('an expired link leads to a new one', () => {
  const html = renderSubscription('confirm', 'expired')
  expect(toText(html)).toContain('expired after 7 days')
  expect(html).toContain('href="/newsletter"')
})

test('explains an unknown link, and rejects an unknown action', async () => {
  const body = { success: false, code: 'subscription_unknown', message: 'Unknown.' }
  const send = () => Promise.resolve(Response.json(body, { status: 404 }))
  const call = createCall({ send, log: () => undefined })
  const data = await subscriptionPage.load?.({ call, params: { action: 'confirm' }, search: {} })
  expect(data).toEqual({ problem: expect.stringContaining('may be incomplete') })
  await expect(subscriptionPage.load?.({ call, params: { action: 'win' }, search: {} })).rejects.toBeDefined()
})

function renderSubscription(action: string, status: SubscriptionData['status']): string {
  const data = { subscription: { status, email: 'm•••@shopper.example' }, token: TOKEN }
  return renderHtml(<SubscriptionView data={data} params={{ action }} search={{ token: TOKEN }} />)
}
