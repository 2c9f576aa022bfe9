import type { ComponentProps } from 'react'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'

/** The emphasis of an action: `primary` for the main one of a page, `danger` for irreversible ones. */
export type ActionVariant = 'primary' | 'outline' | 'quiet' | 'danger'

type ActionProps = Readonly<{ variant?: ActionVariant; icon?: IconShapes; isSmall?: boolean }>

/** Renders a button of a console; `busy` keeps its width and is announced to screen readers. */
export function Action(props: ComponentProps<'button'> & ActionProps & Readonly<{ busy?: boolean }>) {
  const { variant, icon, isSmall, busy = false, className = '', disabled, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={`${actionClass({ variant, isSmall })} ${className}`}
    >
      {icon && <ActionIcon shapes={icon} />}
      {children}
    </button>
  )
}

/** Renders a link that looks like a button of a console. */
export function ActionLink(props: ComponentProps<typeof Link> & ActionProps) {
  const { variant, icon, isSmall, className = '', children, ...rest } = props
  return (
    <Link {...rest} className={`${actionClass({ variant, isSmall })} ${className}`}>
      {icon && <ActionIcon shapes={icon} />}
      {children}
    </Link>
  )
}

/** Renders a button with only an icon; `label` is its accessible name. */
export function IconAction(
  props: Omit<ComponentProps<'button'>, 'children'> & Readonly<{ label: string; icon: IconShapes }>,
) {
  const { label, icon, className = '', ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`grid size-9 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-mist hover:text-ink disabled:cursor-not-allowed disabled:text-ink-faint ${className}`}
    >
      <ActionIcon shapes={icon} />
    </button>
  )
}

function ActionIcon({ shapes }: { shapes: IconShapes }) {
  return <Icon shapes={shapes} aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
}

/** Returns the classes of a console's button, for other elements. */
export function actionClass({
  variant = 'outline',
  isSmall = false,
}: {
  variant?: ActionVariant | undefined
  isSmall?: boolean | undefined
}): string {
  return [
    BASE,
    VARIANT_CLASSES[variant],
    isSmall ? 'min-h-8 px-2.5 text-xs' : 'min-h-9 px-3 text-sm max-md:min-h-11',
  ].join(' ')
}

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap no-underline transition-colors ' +
  'disabled:cursor-not-allowed aria-busy:cursor-progress'

const VARIANT_CLASSES: Readonly<Record<ActionVariant, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-deep disabled:bg-mist disabled:text-ink-soft',
  outline: 'border border-line bg-sheet text-ink hover:bg-mist disabled:text-ink-faint',
  quiet: 'text-ink hover:bg-mist disabled:text-ink-faint',
  danger: 'bg-danger text-white hover:opacity-90 disabled:bg-mist disabled:text-ink-soft',
}
