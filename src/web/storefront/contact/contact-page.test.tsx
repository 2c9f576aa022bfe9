import { expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createCall } from '#web/app/calls/api.ts'
import { contactPage, ContactView } from './contact-page.tsx'
import type { ContactData } from './contact-page.tsx'
import { contactErrorsFrom } from './use-contact.ts'

const STORE = { id: `sup_${'0'.repeat(32)}`, name: 'Atelier Nord' }

test('the page has the documented contact texts word for word [ROUTE-08, CONTACT-01, CONTACT-02, CONTACT-05, CONTACT-06, CONST-21]', () => {
  const html = renderContact({})
  expect(html).toMatch(/<h1[^>]*>Contact Us</)
  expect(html).toMatch(/<h2[^>]*>Get in Touch</)
  const text = toText(html)
  expect(text).toContain("Fill out the form below and we'll respond within 24 hours.")
  expect(text).toContain('Expect a response in 24 hours or less')
  expect(html).toContain('href="mailto:support@cabochon.example"')
})

test('the form has three required fields, and the message has six rows [CONTACT-03, CONTACT-04, CONTACT-07]', () => {
  const html = renderContact({})
  const text = toText(html)
  for (const label of ['Full Name', 'Email Address', 'Message', 'Send Message']) expect(text).toContain(label)
  const fields = [...findTags(html, 'input'), ...findTags(html, 'textarea')]
  expect(fields).toHaveLength(3)
  for (const field of fields) expect(field).toContain(' required=""')
  expect(fields[1]).toContain('type="email"')
  expect(fields[2]).toContain('rows="6"')
})

test('without scripts, the form posts to its own page, which confirms the message', () => {
  expect(findTags(renderContact({}), 'form')).toEqual([
    expect.stringMatching(/action="\/contact-us" method="post"/),
  ])
  expect(toText(renderContact({}, { sent: '1' }))).toContain('Thank you. We received your message.')
})

test('a rejected form keeps its values and shows the error at the field', () => {
  const posted = {
    values: { name: 'Mei "M" Tan', email: 'nowhere', message: 'a\nb <b>' },
    status: 400,
    code: 'bad_email',
    message: 'Enter a valid email address.',
    details: { fields: ['email'] },
  }
  const html = renderContact({ posted }, { sent: '1' })
  expect(findTags(html, 'input')[0]).toContain('value="Mei &quot;M&quot; Tan"')
  expect(findTags(html, 'input')[1]).toMatch(/aria-invalid="true".*value="nowhere"/)
  expect(html).toContain('a\nb &lt;b&gt;</textarea>')
  expect(toText(html)).toContain('Enter a valid email address.')
  expect(toText(html)).not.toContain('Thank you')
})

test('shows an error that belongs to no field above the form', () => {
  const posted = { values: {}, status: 429, code: 'too_many_requests', message: 'Please write tomorrow.' }
  expect(renderContact({ posted })).toMatch(/role="alert"[^>]*>Please write tomorrow\.</)
})

test('a message about a store names the store and includes its id', () => {
  const html = renderContact({ store: STORE })
  expect(html).toContain(`action="/contact-us?supplier=${STORE.id}"`)
  expect(html).toContain(`<input type="hidden" name="supplier" value="${STORE.id}"/>`)
  expect(html).toContain(`href="/store-profile?id=${STORE.id}"`)
  expect(toText(html)).toContain('About Atelier Nord')
})

test('the form remains usable when the store no longer exists', async () => {
  const body = { success: false, code: 'supplier_not_found', message: 'That store is gone.' }
  const send = () => Promise.resolve(Response.json(body, { status: 404 }))
  const call = createCall({ send, log: () => undefined })
  const data = await contactPage.load?.({ call, params: {}, search: { supplier: 'sup_0' } })
  expect(data).toEqual({ storeProblem: 'That store is gone.' })
  const html = renderContact(data ?? {})
  expect(toText(html)).toContain('That store is gone. We’ll send your message to support.')
  expect(html).toContain('action="/contact-us"')
})

test('shows errors at the fields that a refusal names, whatever its details are', () => {
  const message = 'Please fill in: full name.'
  expect(contactErrorsFrom({ message, details: { fields: ['name'] } })).toEqual({ name: message })
  for (const details of [undefined, null, 'x', {}, { fields: 'name' }])
    expect(contactErrorsFrom({ message, details })).toEqual({})
})

function renderContact(data: ContactData, search: Record<string, string> = {}): string {
  return renderHtml(<ContactView data={data} params={{}} search={search} />)
}
