import type { EmailKind } from '#core/emails/texts/email-texts.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Sealer } from '#platform/security/sealing.ts'

/** The content of an account email; `code` is shown large. */
export type AccountEmailContent = Readonly<{
  subject: string
  preview: string
  heading: string
  paragraphs: readonly string[]
  code?: string
  action?: Readonly<{ label: string; url: string }>
  closing: readonly string[]
  /** Which email it is, and how an operator's own text replaces the standard one. */
  wording: EmailKind
}>

/** An email; a `key` is never sent twice. The outbox deletes the content of `isSecret` ones once they are sent. */
export type AccountEmail = Readonly<{
  key: string
  to: string
  message: AccountEmailContent
  isSecret: boolean
}>

/** A feature that stores data about accounts; `name` is its key in the data export. */
export type AccountDataSource = Readonly<{
  name: string
  /** Returns what it stores about the account, as plain JSON. */
  collect(db: Queryable, accountId: number): Promise<unknown>
  /** Deletes what must not outlive the account. */
  forget(tx: Transaction, accountId: number): Promise<void>
}>

/** The dependencies of accounts: later features and the installation. */
export type AccountDeps = Readonly<{
  publicUrl: string
  /** Returns the shop's name, by which authenticator apps list an account. */
  readShopName(db: Queryable): Promise<string>
  /** Encrypts the keys of authenticator apps. */
  sealer: Sealer
  /** Whether operators need two-factor sign-in for everything. */
  operatorsNeedSecondFactor: boolean
  /** The key of the hashes of codes: a secret of the installation. */
  codeSecret: string
  /** Returns the version of the terms that is in force. */
  readTermsVersion(db: Queryable): Promise<string>
  enqueue: Enqueue
  /** Puts emails into the outbox, in the transaction. */
  post(tx: Queryable, emails: readonly AccountEmail[], now: Date): Promise<void>
  /** Creates an unverified store for a supplier, unless there is one. */
  createStore(tx: Transaction, owner: StoreOwner): Promise<void>
  /** Returns whether another account owns the business that this account created. */
  hasHandedOver(db: Queryable, accountId: number): Promise<boolean>
  holders: readonly AccountDataSource[]
}>

/** The owner of a new store, with their company's name if given, and the store's email address. */
export type StoreOwner = Readonly<{ ownerId: number; name: string | null; contactEmail: string }>

/** A provider that authenticates an account instead of its password. */
export type ProviderName = 'google' | 'facebook'

/**
 * A provider's account, proven by a credential. `subject` is the provider's own permanent id, which alone identifies a
 * known account.
 */
export type ProviderAccount = Readonly<{
  subject: string
  /** The address at the provider; undefined if it has none or the user withholds it. */
  email: string | undefined
  /**
   * How far the provider proves the address. `none`: anyone may have typed it. `once`: the account proved it at some
   * time. `owner`: the provider itself issues the address, so it belongs to this account now.
   */
  emailProof: 'none' | 'once' | 'owner'
  firstName: string
  lastName: string
}>

/** A credential from a browser; `nonce` is the value that the browser bound it to, if any. */
export type Credential = Readonly<{ token: string; nonce?: string | undefined }>

/** The interface of a sign-in provider; src/connectors has one for each. */
export type SignInProvider = Readonly<{
  name: ProviderName
  /**
   * Returns the account of a credential. Throws `bad_credential` (401) for one that is forged, old, or meant for
   * another site, and `provider_unreachable` (503) if it cannot be verified now.
   */
  verify(credential: Credential, now: Date): Promise<ProviderAccount>
}>

/** Sends a request; `fetch`, or its replacement in tests. */
export type Send = (url: string, init: RequestInit) => Promise<Response>
