/** The common names of encodings, by their decoder names. */
const TITLES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  gb18030: 'GBK (GB18030)',
  gbk: 'GBK',
  big5: 'Big5',
  shift_jis: 'Shift_JIS',
  macintosh: 'Mac Roman',
}

/** Returns the common name of a decoder's encoding, such as `Windows-1250`. */
export function formatEncoding(encoding: string): string {
  if (encoding.startsWith('windows-')) return encoding.replace('w', 'W')
  return TITLES[encoding] ?? encoding.toUpperCase()
}

/** Returns the decoder's name of an encoding, such as `cp1250` or `Mac Roman`; undefined if unknown. */
export function findEncoding(name: string): string | undefined {
  const label = name.trim().toLowerCase()
  const decoderName = ALIASES[label.replaceAll(/[^a-z0-9]/g, '')] ?? label
  try {
    return new TextDecoder(decoderName).encoding
  } catch {
    return undefined
  }
}

/** Common names that the standard lacks (https://encoding.spec.whatwg.org). */
const ALIASES: Readonly<Record<string, string>> = {
  macroman: 'macintosh',
  utf16: 'utf-16le',
  cp932: 'shift_jis',
  cp936: 'gbk',
}
