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

/** Teams: members, invitations, and the links in them. */
export const TEAMS: Readonly<Record<string, AccessRow>> = {
  'GET /team/businesses': ownRow(anySignedIn(200)),
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
  // Those who call own their business.
  'POST /team/leave': ownRow(sellers(409)),
  // They have no password.
  'POST /team/transfer': othersRow(sellers(409), ({ member }) => ({
    body: { member, password: 'amber over slate' },
  })),
  'GET /vendor/activity': ownRow(vendors(200)),
  'GET /vendor/activity/file': ownRow(vendors(200)),
  'GET /team/invitation': secretRow(anyone(200), ({ invitationToken }) => ({
    query: { token: invitationToken },
  })),
  'POST /team/invitation/accept': publicRow(anySignedIn(404), () => ({
    body: { token: 'of no invitation' },
  })),
}
