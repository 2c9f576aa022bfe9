/** Words that names may not have, with what to use instead (docs/glossary.md). */
export const BANNED_IN_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    piece: 'product, or unit where one counts stock or ordered items',
    pieces: 'products, or units where one counts stock or ordered items',
    person: 'account, user, or the role: customer, buyer, shopper',
    persons: 'accounts',
    people: 'accounts, or the role: customers, buyers',
    whoever: 'the role or account',
    desk: 'deps',
    desks: 'deps',
    till: 'deps, checkoutDeps',
    maker: 'supplier',
    makers: 'suppliers',
    doubt: 'discrepancy (money), delivery issue (parcels)',
    doubts: 'discrepancies (money), delivery issues (parcels)',
    told: 'notified, reported, or message',
    heard: 'received',
    kept: 'cached (memory), stored or saved (disk, database)',
    crowd: 'batch',
    narrowing: 'filter',
    narrowed: 'filtered',
    awake: 'hydrated',
    adrift: 'offline',
    hasty: 'tooManyRequests',
    forgery: 'invalidSignature',
    standing: 'balance, status, availability',
    standings: 'balances',
    borne: 'liability',
    asked: 'requested',
    asking: 'requesting, or request',
    papers: 'documents',
    wish: 'wishlist item, request, input',
    wishes: 'wishlist items, requests',
    ruling: 'decision',
    whose: 'scope, owner',
    anew: 'again, refresh',
  }),
)

/** Names that the product document or a published interface fixes. */
export const ALLOWED_NAMES: ReadonlySet<string> = new Set([
  'pieceSold',
  // Stored values of cases, and the address of a call.
  'wrong_piece',
  'ruling',
  // A stored state of labels and refunds.
  'asked',
  // A type of schema.org.
  'Person',
])

/** Words and phrases that comments, texts and documents may not have, with what to use instead. */
export const BANNED_IN_PROSE: readonly (readonly [RegExp, string])[] = [
  [/\bpieces?\b/gi, 'product, or unit, item'],
  [/\bwhoever\b/gi, 'the role: the buyer, the supplier, anyone who'],
  [/\b(he|him|himself|his)\b/gi, 'they, their, or the role'],
  [/\bdesks?\b/gi, 'dependencies'],
  [/\btill\b/gi, 'until'],
  [/\bmakers?\b/gi, 'supplier'],
  [/\bdoubts?\b/gi, 'discrepancy, delivery issue, unclear'],
  [/\banew\b/gi, 'again'],
  [/\bin words\b/gi, 'as a message'],
  [/\bstandings?\b/gi, 'balance, status'],
  [/\bborne\b/gi, 'paid by, liability'],
  [/\bwish(es)?\b/gi, 'wishlist item, request, want'],
  [/\badrift\b/gi, 'offline'],
  [/\bhasty\b/gi, 'too many requests'],
  [/\bawake\b/gi, 'hydrated'],
  [/\bpapers\b/gi, 'documents'],
  [/\bcrowds?\b/gi, 'batch'],
  [/\brulings?\b/gi, 'decision'],
  [/\bput right\b/gi, 'corrected'],
]

/**
 * What the product document fixes word for word, another meaning of a banned word, addresses of web pages, and what is
 * stored: the prefixes of keys (`person:`, `label-kept:`, `:wish:`, Shopify's handles) and the kinds of emails in waiting jobs.
 */
export const ALLOWED_PHRASES =
  /https?:\/\/[^\s)"'`]+|\bone-piece\b|\bPaper\b|`person:\$|\blabel-kept:|:wish:\$|`piece-\$|'cancel_asked'|'kept'/g

/**
 * Files that quote: the rows of the product document, what was said before, shipped migrations, and this list with its test.
 */
export const EXEMPT_FILES =
  /^(CHANGELOG\.md|docs\/conformance\/|docs\/glossary\.md|src\/database\/migrations\/|scripts\/checks\/(banned-words|language(\.test)?)\.ts)/
