import type { EmailTemplate } from './email-template.ts'

const BUSINESS = { label: 'Name of the business', sample: 'Kobe Pearl Works', isRequired: true } as const
const MEMBER = { label: 'Name of the member', sample: 'Jonas Lim', isRequired: true } as const
const ROLES = { label: 'Roles', sample: 'Orders', isRequired: true } as const

const TEAM = { to: 'Account holders', facts: 'link', action: 'See the team' } as const

const FOR_OWNERS = ['You receive this email because you own this business.'] as const

const NEW_OWNER = {
  ...TEAM,
  closing: ['If this wasn’t you, change your password and write to us at once.'],
} as const

/** The emails to members of teams, and to operators about their roles. */
export const TEAM_TEXTS = {
  team_joined: {
    ...TEAM,
    title: 'Member joined a team',
    placeholders: { business: BUSINESS, member: MEMBER },
    closing: FOR_OWNERS,
    standard: {
      subject: '{{member}} joined the team of {{business}}',
      heading: '{{member}} joined your team',
      text: '{{member}} accepted your invitation and can now work in the dashboard of {{business}}.',
    },
  },
  team_roles_changed: {
    ...TEAM,
    title: 'Role in a team changed',
    action: 'Open the dashboard',
    placeholders: { business: BUSINESS, roles: ROLES },
    closing: ['If this is a mistake, ask the owner.'],
    standard: {
      subject: 'Your role in the team of {{business}} has changed',
      heading: 'Your role has changed',
      text: 'The owner of {{business}} has changed what you can do there. Your role is now: {{roles}}.',
    },
  },
  team_removed: {
    to: 'Account holders',
    title: 'Removed from a team',
    facts: 'none',
    placeholders: { business: BUSINESS },
    closing: ['If this is a mistake, ask the owner to invite you again.'],
    standard: {
      subject: 'You’re no longer in the team of {{business}}',
      heading: 'You’re no longer in the team of {{business}}',
      text: 'The owner of {{business}} has removed you from the team. You can no longer open its dashboard.\n\nYour own account, orders and messages aren’t affected.',
    },
  },
  team_left: {
    ...TEAM,
    title: 'Member left a team',
    placeholders: { business: BUSINESS, member: MEMBER },
    closing: FOR_OWNERS,
    standard: {
      subject: '{{member}} left the team of {{business}}',
      heading: '{{member}} left your team',
      text: '{{member}} left the team of {{business}} and can no longer open its dashboard.',
    },
  },
  team_new_owner: {
    ...NEW_OWNER,
    title: 'Ownership received',
    placeholders: { business: BUSINESS },
    standard: {
      subject: '{{business}} has a new owner',
      heading: '{{business}} has a new owner',
      text: 'You now own {{business}}. You can manage its team, its settings and where its money goes.',
    },
  },
  team_former_owner: {
    ...NEW_OWNER,
    title: 'Ownership given up',
    placeholders: {
      business: BUSINESS,
      owner: { label: 'Name of the new owner', sample: 'Jonas Lim', isRequired: true },
    },
    standard: {
      subject: '{{business}} has a new owner',
      heading: '{{business}} has a new owner',
      text: '{{owner}} now owns {{business}}. You stay in the team with all other roles.',
    },
  },
  operator_invited: {
    to: 'Operators',
    title: 'New operator',
    facts: 'link',
    action: 'Set a password',
    placeholders: { roles: { ...ROLES, sample: 'Support' } },
    closing: ['If you didn’t expect this, you can ignore this email.'],
    standard: {
      subject: 'You’re now an operator',
      heading: 'You’re now an operator of the marketplace',
      text: 'An account was created for this email address. Your role: {{roles}}.\n\nRequest a link to this address and set a password. When you sign in, you set up two-factor sign-in first: have a phone with an authenticator app ready.',
    },
  },
  operator_roles_changed: {
    to: 'Operators',
    title: 'Role of an operator changed',
    facts: 'link',
    action: 'Open the console',
    placeholders: { roles: { ...ROLES, sample: 'Support' } },
    closing: ['If you have questions, ask an owner.'],
    standard: {
      subject: 'Your role as an operator has changed',
      heading: 'Your role has changed',
      text: 'Your role as an operator of the marketplace is now: {{roles}}.',
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
