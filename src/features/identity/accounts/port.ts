import type { EmailWording } from '#core/email-texts/email-texts.ts'
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
  /** By what an operator's own text replaces the standard one; without it the text cannot be changed. */
  wording?: EmailWording
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
  /** Whether operators can do nothing before two-factor sign-in is on. */
  operatorsNeedSecondFactor: boolean
  /** Keys the hashes of codes: a secret of the installation. */
  codeSecret: string
  /** Returns the version of the terms that is in force. */
  readTermsVersion(db: Queryable): Promise<string>
  enqueue: Enqueue
  /** Puts emails into the outbox, in the transaction. */
  post(tx: Queryable, emails: readonly AccountEmail[], now: Date): Promise<void>
  /** Creates an unverified store for a supplier, unless there is one. */
  createStore(tx: Transaction, owner: StoreOwner): Promise<void>
  /** Whether another account owns the business that began with this one. */
  hasHandedOver(db: Queryable, accountId: number): Promise<boolean>
  holders: readonly AccountDataSource[]
}>

/** The owner of a new store. With the name of their company if given, and the address for the store's email. */
export type StoreOwner = Readonly<{ ownerId: number; name: string | null; contactEmail: string }>

/** A provider that vouches for an account besides its password. */
export type ProviderName = 'google' | 'facebook'

/**
 * A provider's account, proven by a credential. `subject` is the provider's own and lasting id, the only thing by which an
 * account is found again.
 */
export type ProviderAccount = Readonly<{
  subject: string
  /** The address the provider knows; undefined where it has none or the user withholds it. */
  email: string | undefined
  /**
   * How far the provider proves the address. `none`: anybody may have typed it. `once`: the account proved it at some time.
   * `owner`: the provider itself gives out the address, so it is this account's now.
   */
  emailProof: 'none' | 'once' | 'owner'
  firstName: string
  lastName: string
}>

/** A credential as a browser hands it on; `nonce` is what the browser bound it to, if it did. */
export type Credential = Readonly<{ token: string; nonce?: string | undefined }>

/** The interface of a sign-in provider; src/connectors has one for each. */
export type SignInProvider = Readonly<{
  name: ProviderName
  /**
   * Returns the account of a credential. Throws `bad_credential` (401) for one that is forged, old, or meant for another site,
   * and `provider_unreachable` (503) when that cannot be found out now.
   */
  verify(credential: Credential, now: Date): Promise<ProviderAccount>
}>

/** Sends a request; `fetch`, or its replacement in tests. */
export type Send = (url: string, init: RequestInit) => Promise<Response>
