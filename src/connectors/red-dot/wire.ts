/** A value of a message as sent. Numbers stay text, because `59.90` and `59.9` have different signatures. */
export type WireValue = string | WireMessage | readonly WireValue[]

/** A message of Red Dot's, parsed for verifying its signature: every value is text, a nested message or a list. */
export type WireMessage = Readonly<{ [name: string]: WireValue }>

/**
 * Parses a JSON message and converts its values to text as Red Dot's own PHP does. A number becomes its digits as
 * sent, true becomes `1`, false and null become empty. Returns undefined unless the text is a JSON object.
 */
export function readMessage(json: string): WireMessage | undefined {
  try {
    const read: unknown = JSON.parse(json, (_name, value: unknown, context?: { source?: string }) =>
      asText(value, context?.source),
    )
    return isMessage(read) ? read : undefined
  } catch {
    return undefined
  }
}

function asText(value: unknown, source: string | undefined): unknown {
  if (typeof value === 'number') return source ?? String(value)
  if (value === true) return '1'
  return value === false || value === null ? '' : value
}

/** Returns whether a parsed value is a message: an object that is not a list. */
function isMessage(value: unknown): value is WireMessage {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
