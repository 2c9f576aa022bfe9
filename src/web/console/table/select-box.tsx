import { type ComponentProps, useEffect, useRef } from 'react'

type SelectBoxProps = Omit<ComponentProps<'input'>, 'type' | 'checked'> &
  Readonly<{ label: string; isChecked: boolean; isPartly?: boolean }>

/** Renders a checkbox that selects a table row. `isPartly` means that some of its rows are selected. */
export function SelectBox({ label, isChecked, isPartly = false, ...rest }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly && !isChecked
  }, [isPartly, isChecked])
  return (
    <input
      {...rest}
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      className="block size-4.5 accent-accent max-md:size-6"
    />
  )
}
