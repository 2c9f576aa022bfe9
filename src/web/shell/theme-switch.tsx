import { Monitor, Moon, Sun } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useId } from 'react'
import { chooseTheme, THEMES, useTheme } from '#web/app/theme/theme.ts'

const LABELS = { system: 'System', light: 'Light', dark: 'Dark' } as const
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const

/** Renders the theme switch of this browser: system, light or dark. */
export function ThemeSwitch({ className = '' }: { className?: string }) {
  const selectedTheme = useTheme()
  const name = useId()
  return (
    <fieldset className={`needs-script ${className}`}>
      <legend className="sr-only">Theme</legend>
      <div className="inline-flex rounded-full border border-line-strong p-0.5">
        {THEMES.map((theme) => {
          const shapes = ICONS[theme]
          return (
            <label
              key={theme}
              className="relative inline-flex min-h-9 items-center gap-1.5 rounded-full px-3 text-xs text-ink-soft hover:text-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                value={theme}
                checked={theme === selectedTheme}
                onChange={() => chooseTheme(theme)}
                className="absolute inset-0 appearance-none outline-none"
              />
              <Icon shapes={shapes} aria-hidden="true" className="size-4" strokeWidth={1.5} />
              {LABELS[theme]}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
