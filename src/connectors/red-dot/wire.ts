/** A value of a message as the sender wrote it. Numbers stay text, for `59.90` and `59.9` sign differently. */
export type WireValue = string | WireMessage | readonly WireValue[]

/** A message of Red Dot's, read for signing: every value is text, or a message or list within. */
export type WireMessage = Readonly<{ [name: string]: WireValue }>

/**
 * Parses a JSON message and converts its values to text as Red Dot's own PHP does. A number is its digits as they
 * were on the wire, true is `1`, false and null are empty. Returns undefined unless the text is a JSON object.
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

/** What the reviver leaves is texts, lists and objects: an object that is no list is a message. */
function isMessage(value: unknown): value is WireMessage {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
