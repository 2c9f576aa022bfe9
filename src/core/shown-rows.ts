/**
 * The most rows of lists that are short by nature, so that they have no pages. A page that shows this many says so.
 */
export const MAX_SHOWN = {
  /** Versions of a setting, an issuer or a legal text, the newest first. */
  versions: 200,
  /** API keys: valid ones first. */
  keys: 200,
  /** Months with an issue of the newsletter, the newest first. */
  issues: 24,
  /** Campaigns, announcements or featured suppliers: running and scheduled ones first. */
  promotions: 500,
  /** Commission rules, the newest first. */
  commissionRules: 500,
  /** Unapplied receipts, the oldest first. */
  unapplied: 200,
  /** Messages of a reported conversation before the report, the newest. */
  reportedMessages: 200,
  /** Privacy requests of a vendor's customers, the newest first. */
  privacyRequests: 100,
  /** Sessions of an account, the latest first. */
  sessions: 200,
} as const
