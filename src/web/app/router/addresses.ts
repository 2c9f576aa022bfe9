/** The beginnings of addresses that belong to one person, one purchase or one session: not for search engines, nor to be kept. */
export const PRIVATE_PATHS = [
  '/checkout',
  '/dashboard',
  '/newsletter/',
  '/wishlist/',
  '/notifications/',
  '/payment',
  '/login',
  '/signup',
  '/join-team',
  '/forget-password',
  '/otp',
  '/chat',
] as const

/** Returns whether a path is private to a user, however it is written. */
export function isPrivatePath(path: string): boolean {
  const lower = path.toLowerCase()
  return PRIVATE_PATHS.some((start) => lower.startsWith(start))
}
