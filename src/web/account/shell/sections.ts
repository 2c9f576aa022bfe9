import {
  Bell,
  Heart,
  House,
  MapPin,
  MessagesSquare,
  MonitorSmartphone,
  Package,
  ShieldCheck,
  Star,
  UserRound,
} from 'lucide'
import type { IconShapes } from '#web/ui/icon.tsx'

/** The sections of an account, by the last part of their path. */
export type SectionName =
  | 'orders'
  | 'addresses'
  | 'reviews'
  | 'profile'
  | 'security'
  | 'sessions'
  | 'notifications'

/** An entry of the account's navigation; `about` describes it on the overview. */
export type AccountLink = Readonly<{ href: string; label: string; icon: IconShapes; about?: string }>

/** The address of the user's conversations. */
export const CHAT_HREF = '/chat'

/** The account's navigation, in display order. */
export const ACCOUNT_LINKS: readonly AccountLink[] = [
  { href: '/dashboard', label: 'Overview', icon: House },
  { href: '/dashboard/orders', label: 'Orders', icon: Package },
  {
    href: CHAT_HREF,
    label: 'Messages',
    icon: MessagesSquare,
    about: 'Your conversations with suppliers and buyers.',
  },
  {
    href: '/dashboard/addresses',
    label: 'Addresses',
    icon: MapPin,
    about: 'Delivery addresses for a faster checkout.',
  },
  {
    href: '/dashboard/wishlist',
    label: 'Wishlist',
    icon: Heart,
    about: 'Saved products, with alerts when prices drop.',
  },
  {
    href: '/dashboard/reviews',
    label: 'Reviews',
    icon: Star,
    about: 'Your reviews of products you bought.',
  },
  {
    href: '/dashboard/profile',
    label: 'Profile',
    icon: UserRound,
    about: 'Your name, email address and password, and your data.',
  },
  {
    href: '/dashboard/security',
    label: 'Security',
    icon: ShieldCheck,
    about: 'Two-factor sign-in and recovery codes.',
  },
  {
    href: '/dashboard/sessions',
    label: 'Sign-ins',
    icon: MonitorSmartphone,
    about: 'Where you are signed in, and a way to end it.',
  },
  {
    href: '/dashboard/notifications',
    label: 'Notifications',
    icon: Bell,
    about: 'Which emails you get from us.',
  },
]

/** The titles of the sections of an account. */
export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  orders: 'Orders',
  addresses: 'Addresses',
  reviews: 'Reviews',
  profile: 'Profile',
  security: 'Security',
  sessions: 'Sign-ins',
  notifications: 'Notifications',
}

/** Returns whether a part of a path is the name of a section of the account. */
export function isSection(name: string | undefined): name is SectionName {
  return name !== undefined && Object.hasOwn(SECTION_TITLES, name)
}
