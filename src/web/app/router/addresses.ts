/** The prefixes of private addresses, of a user, purchase or session. They are neither indexed nor cached. */
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

/** Returns whether a path is private to a user, in any notation. */
export function isPrivatePath(path: string): boolean {
  const lower = path.toLowerCase()
  return PRIVATE_PATHS.some((start) => lower.startsWith(start))
}
