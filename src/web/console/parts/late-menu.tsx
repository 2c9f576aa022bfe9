import { Ellipsis } from 'lucide'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { IconAction } from './button.tsx'

/** What a button needs that opens a menu which is not there yet. */
export type AskProps = Readonly<{ 'aria-haspopup'?: 'menu'; onClick?: () => void }>

/**
 * A button whose menu is fetched when one asks for it: `button` draws the button that asks, `children` is the menu, open at
 * first, with a button that looks the same.
 */
export function LateMenu(props: { button: (ask: AskProps) => ReactNode; children: ReactNode }) {
  const { button, children } = props
  const [isAskedFor, setIsAskedFor] = useState(false)
  const asking = button({ 'aria-haspopup': 'menu', onClick: () => setIsAskedFor(true) })
  return isAskedFor ? <Suspense fallback={asking}>{children}</Suspense> : asking
}

/** The button of the menu of a row. */
export function RowMenuButton(
  props: Omit<ComponentProps<'button'>, 'children'> & Readonly<{ label: string }>,
) {
  return <IconAction {...props} icon={Ellipsis} className="size-8!" />
}
