import { useSyncExternalStore } from 'react'
import { THEME_COLORS, THEME_KEY } from './theme-script.ts'

/** The themes to choose from; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const

/** One of them. */
export type Theme = (typeof THEMES)[number]

const listeners = new Set<() => void>()
/** A selection that could not be stored; it applies until the page is left. */
let unsavedTheme: Theme | undefined

/** Returns the selected theme; `system` if none was selected or can be read. */
export function readTheme(): Theme {
  if (unsavedTheme) return unsavedTheme
  try {
    const stored = localStorage.getItem(THEME_KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme and stores it in this browser, if possible. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
    unsavedTheme = undefined
  } catch {
    unsavedTheme = theme
  }
  changeTheme()
}

/** Returns the selected theme; `system` on the server and until the page is hydrated. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system')
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

/** Applies a theme that another tab has selected; a null key means that the whole storage was cleared. */
function onStorage({ key }: StorageEvent): void {
  if (key === THEME_KEY || key === null) changeTheme()
}

function changeTheme(): void {
  const theme = readTheme()
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const mediaTheme = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = THEME_COLORS[theme === 'system' ? mediaTheme : theme]
  }
  for (const listener of listeners) listener()
}
