/** The local storage key of whether the first steps were shown in this browser (ENT-19). */
const POPUP_KEY = 'hasShownPopup'

/** Returns whether the first steps were closed in this browser; true without storage, as they would repeat forever. */
export function hasShownPopup(storage: () => Pick<Storage, 'getItem'> = () => localStorage): boolean {
  try {
    return storage().getItem(POPUP_KEY) !== null
  } catch {
    return true
  }
}

/** Records that the first steps were shown (DLG-08). */
export function recordPopupShown(storage: () => Pick<Storage, 'setItem'> = () => localStorage): void {
  try {
    storage().setItem(POPUP_KEY, 'true')
  } catch {
    // A full storage records nothing: they show again next time.
  }
}
