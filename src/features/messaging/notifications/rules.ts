import type { ChoiceKind } from './contract.ts'

/** What the kinds are called, and when such a mail comes. */
export const CHOICE_TEXTS: Readonly<Record<ChoiceKind, Readonly<{ title: string; description: string }>>> = {
  unread_messages: {
    title: 'Unread messages',
    description:
      'A mail when messages have waited for you for ten minutes, at most once a day until you read them.',
  },
}
