import { expect, test } from 'vitest'
import type { SubscriptionData } from '#features/messaging/contact/contract.ts'
import { drawn, tagsOf, textOf } from '#tests/data/rendered.tsx'
import { createCall } from '#web/app/calls/api.ts'
import { NewsletterView } from './newsletter-page.tsx'
import { subscriptionPage, SubscriptionView } from './subscription-page.tsx'

const TOKEN = `nws_${'0'.repeat(32)}`

test('the newsletter’s page has the form, and says what comes next once it was sent', () => {
  const html = drawn(<NewsletterView data={{}} params={{}} search={{}} />)
  expect(tagsOf(html, 'form')).toEqual([expect.stringContaining('action="/newsletter" method="post"')])
  const sentText = textOf(drawn(<NewsletterView data={{}} params={{}} search={{ sent: '1' }} />))
  expect(sentText).toContain('Please look into your inbox')
})

test('a refused address stands in the form again, with what is wrong', () => {
  const posted = { values: { email: 'nowhere' }, status: 400, code: 'bad_email', message: 'No address.' }
  const html = drawn(<NewsletterView data={{ posted }} params={{}} search={{ sent: '1' }} />)
  expect(tagsOf(html, 'input')[0]).toMatch(/aria-invalid="true".*value="nowhere"/)
  expect(textOf(html)).toContain('No address.')
})

test.each([
  { wish: 'confirm', standing: 'pending', title: 'Would you like our newsletter?', next: 'confirm' },
  { wish: 'confirm', standing: 'confirmed', title: 'You are subscribed', next: 'unsubscribe' },
  { wish: 'confirm', standing: 'unsubscribed', title: 'You are unsubscribed', next: 'resume' },
  { wish: 'unsubscribe', standing: 'confirmed', title: 'Unsubscribe', next: 'unsubscribe' },
  { wish: 'unsubscribe', standing: 'expired', title: 'Unsubscribe', next: 'unsubscribe' },
  { wish: 'unsubscribe', standing: 'unsubscribed', title: 'You are unsubscribed', next: 'resume' },
  { wish: 'resume', standing: 'confirmed', title: 'You are subscribed', next: 'unsubscribe' },
] as const)('who wishes to $wish and is $standing reads "$title"', ({ wish, standing, title, next }) => {
  const html = renderSubscription(wish, standing)
  expect(html).toContain(`>${title}</h1>`)
  expect(tagsOf(html, 'form')).toEqual([
    expect.stringContaining(`action="/newsletter/${next}?token=${TOKEN}" method="post"`),
  ])
})

test('a link that is too old leads to a new one', () => {
  const html = renderSubscription('confirm', 'expired')
  expect(textOf(html)).toContain('7 days, which are over')
  expect(html).toContain('href="/newsletter"')
})

test('a link that is not known is told; an address that is none of these is not found', async () => {
  const body = { success: false, code: 'subscription_unknown', message: 'Unknown.' }
  const send = () => Promise.resolve(Response.json(body, { status: 404 }))
  const call = createCall({ send, log: () => undefined })
  const data = await subscriptionPage.load?.({ call, params: { wish: 'confirm' }, search: {} })
  expect(data).toEqual({ problem: expect.stringContaining('copied whole') })
  await expect(subscriptionPage.load?.({ call, params: { wish: 'win' }, search: {} })).rejects.toBeDefined()
})

function renderSubscription(action: string, status: SubscriptionData['standing']): string {
  const data = { subscription: { standing: status, email: 'm•••@shopper.example' }, token: TOKEN }
  return drawn(<SubscriptionView data={data} params={{ wish: action }} search={{ token: TOKEN }} />)
}
