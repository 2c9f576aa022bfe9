import type { ComponentProps } from 'react'
import { Link } from './link.tsx'

/** The emphasis of a button: `primary` for the main action of an area, `outline` beside it, `quiet` for the rest. */
export type ButtonVariant = 'primary' | 'outline' | 'quiet'

/** The size of a button: `lg` for a single one in a form or hero, `sm` in rows and bars. */
export type ButtonSize = 'sm' | 'md' | 'lg'

type ButtonStyleProps = Readonly<{
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
}>

/**
 * Renders a button; `busy` preserves its width and is announced to screen readers. It is `type="button"` by default.
 */
export function Button(props: ComponentProps<'button'> & ButtonStyleProps & { busy?: boolean }) {
  const { variant, size, wide, busy = false, className = '', type = 'button', disabled, ...rest } = props
  return (
    <button
      {...rest}
      // The type is a prop of the caller, one of the three valid values.
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass({ variant, size, wide })} ${className}`}
    />
  )
}

/** Renders a link that looks like a button. */
export function ButtonLink(props: ComponentProps<typeof Link> & ButtonStyleProps) {
  const { variant, size, wide, className = '', ...rest } = props
  return <Link {...rest} className={`${buttonClass({ variant, size, wide })} ${className}`} />
}

/** Returns the classes of a button, for other elements than `Button` and `ButtonLink`. */
export function buttonClass({ variant = 'primary', size = 'md', wide = false }: ButtonStyleProps): string {
  return [BASE_CLASS, VARIANT_CLASSES[variant], SIZE_CLASSES[size], wide ? 'w-full' : ''].join(' ')
}

const BASE_CLASS =
  'inline-flex items-center justify-center gap-2 rounded-full text-center font-medium no-underline transition-colors ' +
  'disabled:cursor-not-allowed aria-busy:cursor-progress'

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-deep disabled:bg-mist disabled:text-ink-soft aria-busy:bg-accent-deep aria-busy:text-on-accent',
  outline:
    'border border-line-strong text-ink hover:border-ink hover:bg-mist disabled:border-line disabled:text-ink-soft',
  quiet: 'text-ink hover:bg-mist disabled:text-ink-soft',
}

const SIZE_CLASSES: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-4 text-xs',
  md: 'min-h-11 px-6 text-sm',
  lg: 'min-h-13 px-8 text-sm',
}
