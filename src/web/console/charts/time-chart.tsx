import { scaleLinear, scalePoint } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import { ChartLine, Table } from 'lucide'
import { type KeyboardEvent, type PointerEvent, useState, type RefCallback, useCallback } from 'react'
import { Action } from '../parts/button.tsx'
import { Panel } from '../parts/panel.tsx'

/**
 * The value of a day or week, with that of the previous period, and their texts if they differ from the formatted
 * values.
 */
export type ChartPoint = Readonly<{
  label: string
  value: number
  before: number
  text?: string
  textBefore?: string
}>

type ChartProps = Readonly<{
  title: string
  hint: string
  points: readonly ChartPoint[]
  format: (value: number) => string
  /** The column titles of the values and of the previous ones in the table. */
  columns: readonly [value: string, before: string]
  unit?: 'day' | 'week'
  /** The text instead of a chart whose values are all zero. */
  textOfNone?: string
}>

const HEIGHT = 220
const MARGIN = { top: 10, right: 12, bottom: 26 } as const

/** The minimum width for the labels of values, in pixels; the longest label may need more. */
const MIN_LEFT = 64
const LABEL_GAP = 8
/** The maximum width of a usual character of a label, in pixels. */
const CHARACTER_WIDTH = 7

/** Renders a value over days with the previous period, as a line chart. Screen readers get its table. */
export function TimeChart(props: ChartProps) {
  const [isTable, setIsTable] = useState(false)
  const isNone = props.points.every(({ value, before }) => value === 0 && before === 0)
  const textOfNone = isNone ? props.textOfNone : undefined
  return (
    <Panel
      title={props.title}
      hint={props.hint}
      aside={
        <Action
          isSmall
          icon={isTable ? ChartLine : Table}
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'Chart' : 'Table'}
        </Action>
      }
    >
      {!isTable && (textOfNone === undefined ? <Lines {...props} /> : <None text={textOfNone} />)}
      <div className={isTable ? 'max-h-60 overflow-auto' : 'sr-only'}>
        <ChartTable {...props} />
      </div>
    </Panel>
  )
}

function None({ text }: { text: string }) {
  return <p className="text-sm text-ink-soft">{text}</p>
}

function Lines({ points, format, title, unit = 'day' }: ChartProps) {
  const [box, width] = useWidth()
  const [active, setActive] = useState<number>()
  const scales = createScales(points, format, width)
  const last = points.length - 1
  const shown = active === undefined ? undefined : points[active]

  function find(event: PointerEvent<HTMLElement>): void {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left
    setActive(Math.min(last, Math.max(0, Math.round((left - scales.left) / scales.step))))
  }

  function move(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    setActive(Math.min(last, Math.max(0, (active ?? last) + by)))
  }

  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`${title}: choose a ${unit} with the arrow keys`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={active ?? last}
      aria-valuetext={describePoint(points[active ?? last], format)}
      onPointerMove={find}
      onPointerDown={find}
      onPointerLeave={() => setActive(undefined)}
      onKeyDown={move}
      onBlur={() => setActive(undefined)}
      className="relative h-55 touch-pan-y rounded-sm"
    >
      <svg aria-hidden="true" width={width} height={HEIGHT} className="absolute top-0 left-0">
        <Axes points={points} scales={scales} width={width} />
        <Curves points={points} scales={scales} />
        {active !== undefined && shown && (
          <circle cx={scales.x(active)} cy={scales.y(shown.value)} r={4} className="fill-accent" />
        )}
      </svg>
      {active !== undefined && shown && (
        <Tip point={shown} format={format} left={Math.min(width - 150, Math.max(0, scales.x(active) - 70))} />
      )}
    </div>
  )
}

function describePoint(point: ChartPoint | undefined, format: ChartProps['format']): string {
  if (!point) return ''
  const [value, before] = toTexts(point, format)
  return `${point.label}: ${value}, ${before} before`
}

function toTexts({ value, before, text, textBefore }: ChartPoint, format: ChartProps['format']) {
  return [text ?? format(value), textBefore ?? format(before)] as const
}

type Scales = Readonly<{
  x: (index: number) => number
  y: (value: number) => number
  step: number
  /** The x position of the first point, right of the longest label. */
  left: number
  ticks: readonly Readonly<{ value: number; label: string }>[]
}>

function createScales(points: readonly ChartPoint[], format: ChartProps['format'], width: number): Scales {
  const values = points.flatMap(({ value, before }) => [value, before])
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(1, ...values)])
    .nice(4)
    .range([HEIGHT - MARGIN.bottom, MARGIN.top])
  // Without values there is no scale.
  const ticks = (values.some((value) => value !== 0) ? y.ticks(4) : [0]).map((value) => ({
    value,
    label: format(value),
  }))
  const longest = Math.max(...ticks.map(({ label }) => label.length))
  const left = Math.max(MIN_LEFT, longest * CHARACTER_WIDTH + LABEL_GAP)
  const x = scalePoint<number>()
    .domain(points.map((_, index) => index))
    .range([left, Math.max(left + 1, width - MARGIN.right)])
  return { x: (index) => x(index) ?? 0, y, step: x.step() || 1, left, ticks }
}

function Curves({ points, scales: { x, y } }: Pick<ChartProps, 'points'> & { scales: Scales }) {
  const curve = line<ChartPoint>()
    .x((_, index) => x(index))
    .curve(curveMonotoneX)
  const fill = area<ChartPoint>()
    .x((_, index) => x(index))
    .y0(y(0))
    .y1(({ value }) => y(value))
    .curve(curveMonotoneX)
  const drawn = [...points]
  return (
    <>
      <path d={fill(drawn) ?? ''} className="fill-accent-mist" />
      <path
        d={curve.y(({ before }) => y(before))(drawn) ?? ''}
        className="fill-none stroke-ink-faint"
        strokeDasharray="3 4"
      />
      <path
        d={curve.y(({ value }) => y(value))(drawn) ?? ''}
        className="fill-none stroke-accent"
        strokeWidth={2}
      />
    </>
  )
}

function Axes(props: Pick<ChartProps, 'points'> & Readonly<{ scales: Scales; width: number }>) {
  const { points, width } = props
  const { x, y, left, ticks } = props.scales
  const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(width / 110))))
  return (
    <g className="fill-ink-soft text-xs" aria-hidden="true">
      {ticks.map(({ value, label }) => (
        <g key={value}>
          <line x1={left} x2={width - MARGIN.right} y1={y(value)} y2={y(value)} className="stroke-line" />
          <text x={left - LABEL_GAP} y={y(value) + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {points.map(({ label }, index) =>
        index % every === 0 && x(index) < width - 30 ? (
          <text key={label} x={x(index)} y={HEIGHT - 6} textAnchor={index === 0 ? 'start' : 'middle'}>
            {label}
          </text>
        ) : null,
      )}
    </g>
  )
}

function Tip(props: { point: ChartPoint; format: (value: number) => string; left: number }) {
  const { point, format, left } = props
  const [value, before] = toTexts(point, format)
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute top-1 w-max rounded-sm border border-line bg-sheet px-2.5 py-1.5 text-xs shadow-sheet"
      style={{ left }}
    >
      <p className="text-ink-soft">{point.label}</p>
      <p className="font-semibold tabular-nums">{value}</p>
      <p className="text-ink-soft tabular-nums">{before} before</p>
    </div>
  )
}

function ChartTable({ points, format, title, columns, unit = 'day' }: ChartProps) {
  return (
    <table className="console-table" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{unit === 'week' ? 'Week of' : 'Day'}</th>
          <th scope="col" className="number">
            {columns[0]}
          </th>
          <th scope="col" className="number">
            {columns[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point) => {
          const [value, before] = toTexts(point, format)
          return (
            <tr key={point.label}>
              <td>{point.label}</td>
              <td className="number">{value}</td>
              <td className="number">{before}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The width of a chart before it is measured. */
const FIRST_WIDTH = 600

/** Returns a ref for an element and its current width in pixels. */
function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(FIRST_WIDTH)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
