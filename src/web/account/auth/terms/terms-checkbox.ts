/** The local storage key of whether somebody has signed in here with the box of the terms ticked. */
const TERMS_KEY = 'hasAcceptedTerms'

/** Returns whether the box of the terms is ticked in advance: after a successful sign-in in this browser (LOGIN-09). */
export function wasTermsBoxTicked(): boolean {
  try {
    return localStorage.getItem(TERMS_KEY) === 'true'
  } catch {
    return false
  }
}

/** Ticks the box of the terms in advance from now on. */
export function rememberTermsBox(): void {
  try {
    localStorage.setItem(TERMS_KEY, 'true')
  } catch {
    // Without a storage the box is ticked by hand each time.
  }
}
