import { createElement, type SVGProps } from 'react'

/** The shapes of an icon, as `lucide` exports them: each an SVG tag and its attributes. */
export type IconShapes = readonly (readonly [
  tag: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
])[]

type IconProps = SVGProps<SVGSVGElement> & Readonly<{ shapes: IconShapes }>

/** Renders an icon of lucide (lucide.dev) in the colour of the text, 24 px wide unless a class says otherwise. */
export function Icon({ shapes, ...props }: IconProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {shapes.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  )
}
