import {
  type AccessRow,
  anySignedIn,
  anyone,
  byId,
  ownRow,
  othersRow,
  publicRow,
  secretRow,
  sellers,
  vendors,
} from './rows.ts'

const MISSING_KEY = `key_${'0'.repeat(32)}`
const MISSING_ENDPOINT = `whe_${'0'.repeat(32)}`
const ENDPOINT = { url: 'https://203.0.114.9/hooks', events: ['order.shipped'] }

/** Teams: members, invitations, and the links in them. */
export const TEAMS: Readonly<Record<string, AccessRow>> = {
  'GET /team/businesses': ownRow(anySignedIn(200)),
  'POST /team/view/end': ownRow(anySignedIn(200)),
  'GET /team': ownRow(sellers(200)),
  // Suppliers' and vendors' teams have this role.
  'POST /team/invitations': ownRow(sellers(200), () => ({
    body: { email: 'new@colleague.example', roles: ['finance'] },
  })),
  'POST /team/invitations/{id}/resend': othersRow(sellers(404), ({ invitation }) => byId(invitation, {})),
  'POST /team/invitations/{id}/revoke': othersRow(sellers(404), ({ invitation }) => byId(invitation, {})),
  'POST /team/members/{id}/roles': othersRow(sellers(404), ({ member }) =>
    byId(member, { roles: ['finance'] }),
  ),
  'POST /team/members/{id}/remove': othersRow(sellers(404), ({ member }) => byId(member, {})),
  // These callers own their business.
  'POST /team/leave': ownRow(sellers(409)),
  // They have no password.
  'POST /team/transfer': othersRow(sellers(409), ({ member }) => ({
    body: { member, password: 'amber over slate' },
  })),
  'GET /vendor/activity': ownRow(vendors(200)),
  'GET /vendor/activity/file': ownRow(vendors(200)),
  // The answer for every owner, as no key or endpoint has this id.
  'GET /developers/keys': ownRow(anySignedIn(200)),
  'POST /developers/keys': ownRow(anySignedIn(200), () => ({
    body: { name: 'Warehouse', scopes: ['orders:read'], expiresInDays: 90 },
  })),
  'POST /developers/keys/{id}/revoke': publicRow(anySignedIn(404), () => byId(MISSING_KEY, {})),
  'GET /developers/webhooks': ownRow(anySignedIn(200)),
  'POST /developers/webhooks': ownRow(anySignedIn(200), () => ({ body: ENDPOINT })),
  'POST /developers/webhooks/{id}': publicRow(anySignedIn(404), () => byId(MISSING_ENDPOINT, ENDPOINT)),
  'POST /developers/webhooks/{id}/state': publicRow(anySignedIn(404), () =>
    byId(MISSING_ENDPOINT, { state: 'paused' }),
  ),
  'POST /developers/webhooks/{id}/secret': publicRow(anySignedIn(404), () => byId(MISSING_ENDPOINT, {})),
  'POST /developers/webhooks/{id}/remove': publicRow(anySignedIn(404), () => byId(MISSING_ENDPOINT, {})),
  'POST /developers/webhooks/{id}/test': publicRow(anySignedIn(404), () => byId(MISSING_ENDPOINT, {})),
  'GET /developers/webhooks/{id}/deliveries': publicRow(anySignedIn(404), () => byId(MISSING_ENDPOINT)),
  'POST /developers/webhooks/{id}/deliveries/{delivery}/replay': publicRow(anySignedIn(404), () => ({
    params: { id: MISSING_ENDPOINT, delivery: `dlv_${'0'.repeat(32)}` },
    body: {},
  })),
  'GET /team/invitation': secretRow(anyone(200), ({ invitationToken }) => ({
    query: { token: invitationToken },
  })),
  'POST /team/invitation/accept': publicRow(anySignedIn(404), () => ({
    body: { token: 'of no invitation' },
  })),
}
