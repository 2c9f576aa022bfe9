import type { PreferenceKind } from './contract.ts'

/** What the kinds are called, and when such a mail comes. */
export const PREFERENCE_TEXTS: Readonly<
  Record<PreferenceKind, Readonly<{ title: string; description: string }>>
> = {
  unread_messages: {
    title: 'Unread messages',
    description: 'Get an email when messages have been unread for ten minutes, at most once a day.',
  },
}
