/** One event of a stream: its kind (`message` by default), its text, and the ID to continue from. */
export type StreamEvent = Readonly<{ event: string; data: string; id: string }>

/** A parser of a stream from chunks of text, split anywhere. */
export type StreamReader = Readonly<{
  /** Returns the events that this chunk completes, in order. */
  read(text: string): StreamEvent[]
}>

/** The maximum length of an event; longer ones, which the server never sends, are dropped to limit memory. */
const MAX_EVENT_LENGTH = 1_000_000

/**
 * Returns a parser of text/event-stream by the HTML standard (9.2.6 "Interpreting an event stream"). Lines end with
 * CR, LF or both, a blank line ends an event, lines that begin with a colon are comments, an ID with a NUL is
 * ignored. The `retry` field is not used: the page has its own delays.
 */
export function createStreamReader(): StreamReader {
  let rest = ''
  let isFirst = true
  // A CR at the end of a chunk ends a line; an LF at the start of the next one belongs to it.
  let endedWithCarriageReturn = false
  let fields = { event: '', data: '', hasData: false }
  let id = ''

  function readLine(line: string, events: StreamEvent[]): void {
    if (line === '') {
      if (fields.hasData) events.push({ event: fields.event || 'message', data: fields.data, id })
      fields = { event: '', data: '', hasData: false }
      return
    }
    const { name, value } = parseField(line)
    if (name === 'event') fields.event = value
    if (name === 'id' && !value.includes('\0')) id = value
    if (name !== 'data') return
    const data = fields.hasData ? `${fields.data}\n${value}` : value
    fields = {
      ...fields,
      hasData: data.length <= MAX_EVENT_LENGTH,
      data: data.length <= MAX_EVENT_LENGTH ? data : '',
    }
  }

  function read(text: string): StreamEvent[] {
    const events: StreamEvent[] = []
    if (text === '') return events
    let added = isFirst && text.startsWith(BOM) ? text.slice(1) : text
    isFirst = false
    if (endedWithCarriageReturn && added.startsWith('\n')) added = added.slice(1)
    if (added !== '') endedWithCarriageReturn = added.endsWith('\r')
    const lines = (rest + added).split(LINE_END)
    rest = (lines.pop() ?? '').slice(0, MAX_EVENT_LENGTH)
    for (const line of lines) readLine(line, events)
    return events
  }

  return { read }
}

const LINE_END = /\r\n|\r|\n/

const BOM = '\uFEFF'

function parseField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  const value = line.slice(colon + 1)
  return { name: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value }
}
