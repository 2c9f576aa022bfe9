import { toCompanyFields } from '#core/company/company-fields.ts'
import { toDeadlines } from '#core/deadlines.ts'
import { EXAMPLE_COMPANY } from '#core/company/company.ts'
import { type AccessRow, anyone, byId, operators, othersRow, publicRow } from './rows.ts'

const MISSING = 'nothing-has-this-id'
const NEWSLETTER = { subject: 'News', heading: 'News', text: 'New rings.', withProducts: false }
const EMAIL = { name: 'password_changed' }
const EMAIL_TEXT = { subject: 'Changed', heading: 'Changed', text: 'Your password was changed.' }
const MISSING_MESSAGE = 'ctm_019cadfd890077679755ec76c40f15e4'
const MISSING_REPORT = `crp_${'0'.repeat(32)}`

const ENDED_CAMPAIGN = {
  kind: 'campaign',
  title: 'Sale',
  text: '',
  link: { label: 'Buy Now', path: '/marketplace' },
  picture: 'blush',
  startsAt: '2026-01-02T00:00:00Z',
  endsAt: '2026-01-01T00:00:00Z',
}

const MISSING_PRODUCT = 'prd_019cadfd890077679755ec76c40f15e4'

/** The operators' calls about the whole marketplace. */
export const OPERATOR_ROWS: Readonly<Record<string, AccessRow>> = {
  'POST /operator/orders/bulk-preview': publicRow(operators(200), () => ({
    body: { action: 'cancel', orders: [MISSING] },
  })),
  'POST /operator/orders/bulk-cancel': publicRow(operators(200), () => ({
    body: { orders: [MISSING], reason: 'A test' },
  })),
  'POST /operator/orders/bulk-refund': publicRow(operators(200), () => ({
    body: { orders: [MISSING], reason: 'A test', idempotencyKey: 'access-test' },
  })),
  'POST /operator/orders/bulk-retry': publicRow(operators(200), () => ({ body: { orders: [MISSING] } })),
  'POST /operator/cases/bulk-preview': publicRow(operators(200), () => ({
    body: { cases: [MISSING], percent: 50 },
  })),
  'POST /operator/cases/bulk-decide': publicRow(operators(200), () => ({
    body: { cases: [MISSING], percent: 50, text: 'The reasons of a test.' },
  })),
  'GET /operator/cases/assignments': publicRow(operators(200)),
  'POST /operator/cases/assign': publicRow(operators(404), () => ({ body: { cases: [MISSING], to: null } })),
  'GET /operator/settings/fees': publicRow(operators(200)),
  'POST /operator/settings/fees': publicRow(operators(409), () => ({ body: { fees: [], version: 7 } })),
  'GET /operator/newsletters': publicRow(operators(200)),
  'GET /operator/newsletters/{id}': publicRow(operators(404), () => byId(MISSING)),
  'POST /operator/newsletters': publicRow(operators(200), () => ({ body: NEWSLETTER })),
  'POST /operator/newsletters/{id}': publicRow(operators(404), () => ({
    ...byId(MISSING),
    body: { ...NEWSLETTER, version: 1 },
  })),
  'POST /operator/newsletters/{id}/delete': publicRow(operators(404), () => byId(MISSING)),
  'POST /operator/newsletters/preview': publicRow(operators(200), () => ({ body: NEWSLETTER })),
  'POST /operator/newsletters/test': publicRow(operators(200), () => ({ body: NEWSLETTER })),
  'POST /operator/newsletters/{id}/send': publicRow(operators(404), () => ({
    ...byId(MISSING),
    body: { version: 1 },
  })),
  'POST /operator/newsletters/{id}/stop': publicRow(operators(404), () => byId(MISSING)),
  'GET /operator/vendor-cohorts': publicRow(operators(200)),
  'GET /operator/settings/emails': publicRow(operators(200)),
  'GET /operator/settings/emails/{name}': publicRow(operators(200), () => ({ params: EMAIL })),
  'POST /operator/settings/emails/{name}': publicRow(operators(409), () => ({
    params: EMAIL,
    body: { text: EMAIL_TEXT, version: 7 },
  })),
  'POST /operator/settings/emails/{name}/preview': publicRow(operators(200), () => ({
    params: EMAIL,
    body: EMAIL_TEXT,
  })),
  'POST /operator/settings/emails/{name}/test': publicRow(operators(200), () => ({
    params: EMAIL,
    body: EMAIL_TEXT,
  })),
  'GET /operator/settings/deadlines': publicRow(operators(200)),
  'POST /operator/settings/deadlines': publicRow(operators(409), () => ({
    body: { deadlines: toDeadlines(undefined), version: 7 },
  })),
  'GET /operator/settings/logo': publicRow(operators(200)),
  'POST /operator/settings/logo': publicRow(operators(200), () => ({ bytes: true })),
  'POST /operator/settings/logo/remove': publicRow(operators(200)),
  'GET /shop/getLogo/{key}': publicRow(anyone(404), () => ({ params: { key: '0'.repeat(32) } })),
  'GET /shop/getLogo/{key}/icon/{size}': publicRow(anyone(404), () => ({
    params: { key: '0'.repeat(32), size: '32' },
  })),
  'GET /shop/getManifest': publicRow(anyone(404)),
  'POST /operator/setup': publicRow(anyone(409), () => ({
    body: {
      token: 'x',
      firstName: 'Eve',
      lastName: 'Roe',
      email: 'eve@ops.example',
      password: 'long green lanterns',
    },
  })),
  // It is verified already.
  'POST /store-status/{supplier}': publicRow(operators(409), ({ store }) => ({
    params: { supplier: store },
    body: { change: 'verify', reason: 'Checked' },
  })),
  'GET /operator/exceptions': publicRow(operators(200)),
  'GET /operator/effects': publicRow(operators(200)),
  'POST /operator/effects/{id}/retry': publicRow(operators(404), () => byId('eff_0')),
  'GET /operator/jobs': publicRow(operators(200)),
  'POST /operator/jobs/{id}/retry': publicRow(operators(404), () =>
    byId('0193b7a2-0000-4000-8000-000000000000'),
  ),
  'POST /operator/jobs/{id}/dismiss': publicRow(operators(404), () =>
    byId('0193b7a2-0000-4000-8000-000000000000'),
  ),
  'GET /operator/sales': publicRow(operators(200)),
  'GET /operator/rates': publicRow(operators(200)),
  'GET /operator/funnel': publicRow(operators(200)),
  'GET /operator/suppliers': publicRow(operators(200)),
  'GET /operator/suppliers/{id}': othersRow(operators(200), ({ store }) => byId(store)),
  'GET /operator/orders': othersRow(operators(200)),
  'GET /operator/reviews': publicRow(operators(200)),
  'POST /operator/reviews/{id}/decide': publicRow(operators(404), () =>
    byId('rev_019cadfd890077679755ec76c40f15e4', { decision: 'keep' }),
  ),
  'GET /operator/products': publicRow(operators(200)),
  'GET /operator/products/{id}': publicRow(operators(404), () => byId(MISSING_PRODUCT)),
  'POST /operator/products/decide': publicRow(operators(404), () => ({
    body: { decision: 'approve', ids: [MISSING_PRODUCT] },
  })),
  'GET /operator/moderation-rules': publicRow(operators(200)),
  // The current value.
  'POST /operator/moderation-rules': publicRow(operators(200), () => ({
    body: { firstProducts: 0, priceJumpPercent: null, words: [], stones: [] },
  })),
  'GET /operator/messages': publicRow(operators(200)),
  'GET /operator/messages/{id}': publicRow(operators(404), () => byId(MISSING_MESSAGE)),
  'POST /operator/messages/{id}/answer': publicRow(operators(404), () =>
    byId(MISSING_MESSAGE, { text: 'Yes.', clientId: 'answer-of-eve', after: 0 }),
  ),
  'POST /operator/messages/{id}/notes': publicRow(operators(404), () =>
    byId(MISSING_MESSAGE, { text: 'A note.', clientId: 'note-of-eve' }),
  ),
  'POST /operator/messages/assign': publicRow(operators(404), () => ({
    body: { ids: [MISSING_MESSAGE], to: null },
  })),
  'POST /operator/messages/state': publicRow(operators(404), () => ({
    body: { ids: [MISSING_MESSAGE], state: 'done' },
  })),
  'GET /operator/promotions': publicRow(operators(200), () => ({ query: { kind: 'campaign' } })),
  // It would end before it starts.
  'POST /operator/promotions': publicRow(operators(400), () => ({ body: ENDED_CAMPAIGN })),
  'POST /operator/promotions/{id}': publicRow(operators(404), () =>
    byId('prm_0', { promotion: ENDED_CAMPAIGN, version: 1 }),
  ),
  'POST /operator/promotions/{id}/remove': publicRow(operators(404), () => byId('prm_0')),
  'GET /operator/settings/categories': publicRow(operators(200)),
  // A single category.
  'POST /operator/settings/categories': publicRow(operators(400), () => ({
    body: {
      categories: [{ category: 'Rings', label: 'Rings', sizeGuide: 'finger', requiredFacts: [] }],
      version: 0,
    },
  })),
  'GET /operator/settings/home-columns': publicRow(operators(200)),
  // Two alike.
  'POST /operator/settings/home-columns': publicRow(operators(409), () => ({
    body: { columns: [1, 2].map(() => ({ title: 'New', sort: 'newest' })), version: 0 },
  })),
  'POST /operator/vendors/{id}/status': publicRow(operators(404), () =>
    byId('usr_0', { change: 'suspend', reason: 'Copies' }),
  ),
  // Nothing is stored about this address.
  'GET /operator/search': publicRow(operators(200), () => ({ query: { search: 'nothing like it' } })),
  'GET /operator/guests': publicRow(operators(404), () => ({ query: { email: 'nobody@home.example' } })),
  'POST /operator/guests/export': publicRow(operators(404), () => ({
    body: { email: 'nobody@home.example' },
  })),
  'POST /operator/guests/erase': publicRow(operators(404), () => ({
    body: { email: 'nobody@home.example', reason: 'They asked' },
  })),
  'GET /operator/vendors': othersRow(operators(200)),
  'GET /operator/chat-reports': publicRow(operators(200)),
  'GET /operator/chat-reports/{id}': publicRow(operators(404), () => byId(MISSING_REPORT)),
  'POST /operator/chat-reports/{id}/close': publicRow(operators(404), () => byId(MISSING_REPORT, {})),
  'POST /operator/chat-reports/{id}/messages/{number}': publicRow(operators(404), () => ({
    params: { id: MISSING_REPORT, number: '1' },
    body: { decision: 'restore' },
  })),
  'GET /ledger/postings': publicRow(operators(200)),
  'GET /cases/{id}/decision-preview': othersRow(operators(404), () => ({
    params: { id: 'cse_0' },
    query: { amount: '0' },
  })),
  'GET /operator/settings/issuer': publicRow(operators(200)),
  'POST /operator/settings/issuer': publicRow(operators(409), () => ({
    body: { name: 'Eve', lines: ['1 Thief Road'], version: 7 },
  })),
  'GET /operator/settings/company': publicRow(operators(200)),
  'POST /operator/settings/company': publicRow(operators(409), () => ({
    body: { company: toCompanyFields({ ...EXAMPLE_COMPANY, name: 'Eve' }), version: 7 },
  })),
  'GET /operator/settings/countries': publicRow(operators(200)),
  'POST /operator/settings/countries': publicRow(operators(409), () => ({
    body: { closed: ['SG'], version: 7 },
  })),
  'GET /operator/settings/payment-methods': publicRow(operators(200)),
  'POST /operator/settings/payment-methods': publicRow(operators(409), () => ({
    body: { off: ['vm'], version: 7 },
  })),
  'GET /operator/settings/legal-texts/{name}': publicRow(operators(200), () => ({
    params: { name: 'terms' },
  })),
  'POST /operator/settings/legal-texts/{name}/preview': publicRow(operators(200), () => ({
    params: { name: 'terms' },
    body: { body: 'Be kind.' },
  })),
  'POST /operator/settings/legal-texts/{name}': publicRow(operators(409), () => ({
    params: { name: 'terms' },
    body: { title: 'Terms', body: 'Pay Eve.', from: '1970-01-01' },
  })),
  'GET /operator/self': publicRow(operators(200)),
  'GET /operator/operators': publicRow(operators(200)),
  'POST /operator/operators': publicRow(operators(400), () => ({
    body: { email: 'no address', firstName: 'Eve', lastName: 'Thief', roles: ['support'] },
  })),
  'POST /operator/operators/{id}/roles': othersRow(operators(409), ({ account }) =>
    byId(account, { roles: ['support'] }),
  ),
  'GET /operator/accounts': othersRow(operators(200)),
  'GET /operator/accounts/{id}': othersRow(operators(200), ({ account }) => byId(account)),
  'POST /operator/accounts/{id}/view': publicRow(operators(404), () => byId('acc_0', { reason: 'To help' })),
  'POST /operator/accounts/{id}/end-sessions': publicRow(operators(404), () =>
    byId('acc_0', { reason: 'A stolen phone' }),
  ),
  'POST /operator/accounts/{id}/reset-second-factor': publicRow(operators(404), () =>
    byId('acc_0', { reason: 'A lost phone' }),
  ),
  'POST /operator/accounts/{id}/close': publicRow(operators(404), () =>
    byId('acc_0', { reason: 'As the user asked' }),
  ),
  'GET /operator/audit-log': publicRow(operators(200)),
  'GET /operator/order-export': othersRow(operators(200)),
  'GET /operator/audit-log/file': publicRow(operators(200)),
}
