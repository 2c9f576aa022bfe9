import type { PreferenceKind } from './contract.ts'

/** The labels of the kinds, and when such an email is sent. */
export const PREFERENCE_TEXTS: Readonly<
  Record<PreferenceKind, Readonly<{ title: string; description: string }>>
> = {
  unread_messages: {
    title: 'Unread messages',
    description: 'Get an email when messages have been unread for ten minutes, at most once a day.',
  },
}
