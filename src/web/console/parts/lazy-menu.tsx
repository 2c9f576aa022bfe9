import { Ellipsis } from 'lucide'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { IconAction } from './button.tsx'

/** The properties of a button whose menu has not loaded yet. */
export type MenuRequestProps = Readonly<{ 'aria-haspopup'?: 'menu'; onClick?: () => void }>

/**
 * Renders a button whose menu is loaded on first use. `button` renders that button; `children` is the menu, initially
 * open, with a button of the same look.
 */
export function LazyMenu(props: { button: (request: MenuRequestProps) => ReactNode; children: ReactNode }) {
  const { button, children } = props
  const [isRequested, setIsRequested] = useState(false)
  const requester = button({ 'aria-haspopup': 'menu', onClick: () => setIsRequested(true) })
  return isRequested ? <Suspense fallback={requester}>{children}</Suspense> : requester
}

/** Renders the button of the menu of a row. */
export function RowMenuButton(
  props: Omit<ComponentProps<'button'>, 'children'> & Readonly<{ label: string }>,
) {
  return <IconAction {...props} icon={Ellipsis} className="size-8!" />
}
