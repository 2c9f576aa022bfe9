/**
 * The effect of a migration on the previous release, which still runs beside the new one. `expand` only adds, so that
 * both work; `contract` removes what no release in use needs.
 */
export type MigrationKind = 'expand' | 'contract'

/** The last migration without checks, from before releases ran side by side. */
export const LAST_UNCHECKED_MIGRATION = 294

/** A forbidden statement of a migration, and the reason. */
export type MigrationDanger = Readonly<{ statement: string; reason: string }>

const CONTRACT_HEADER = /^-- contract: since \S+/m

/** Returns the kind of a migration: `contract` if it has a line `-- contract: since RELEASE`. */
export function getMigrationKind(text: string): MigrationKind {
  return CONTRACT_HEADER.test(text) ? 'contract' : 'expand'
}

type Rule = Readonly<{ pattern: RegExp; reason: string; isRemoval?: boolean }>

const TABLE = String.raw`(?:if exists )?(?:only )?(?<table>[\w."]+)`

/**
 * The forbidden statements. Removals break the release that still runs, and are allowed only in a `contract`
 * migration. The others lock a table for a time that grows with its size, and are allowed only on tables that the
 * same migration creates.
 */
const RULES: readonly Rule[] = [
  {
    pattern: /^drop (table|view|materialized view|type|function|trigger|sequence|schema)\b/,
    reason: 'the release that still runs uses it: drop it in a contract migration, a release later',
    isRemoval: true,
  },
  {
    pattern: new RegExp(`^alter table ${TABLE}.*\\bdrop column\\b`),
    reason: 'the release that still runs reads the column: drop it in a contract migration, a release later',
    isRemoval: true,
  },
  {
    pattern: /^alter (table|index|type|view|sequence|function)\b.*\brename\b/,
    reason: 'the release that still runs uses the old name: add the new one, and drop the old one later',
    isRemoval: true,
  },
  {
    pattern: /^truncate\b/,
    reason: 'the release that still runs needs the rows, and the table is locked',
    isRemoval: true,
  },
  {
    pattern: new RegExp(`^alter table ${TABLE}.*\\balter (column )?\\w+ (set data )?type\\b`),
    reason: 'every row is written again under a lock: add a column, fill it by a job, drop the old one later',
  },
  {
    pattern: new RegExp(`^alter table ${TABLE}.*\\balter (column )?\\w+ set not null\\b`),
    reason: 'every row is read under a lock: add a check as not valid, and validate it in the next migration',
  },
  {
    pattern: new RegExp(`^create (unique )?index (?!concurrently).*\\bon ${TABLE}`),
    reason:
      'writes wait until the index is built: use create index concurrently, with -- no transaction first',
  },
  {
    pattern: new RegExp(
      `^alter table ${TABLE}.*\\badd (column )?(?!constraint|check|unique|primary|foreign|exclude).*\\bnot null\\b(?!.*\\bdefault\\b)`,
    ),
    reason: 'the release that still runs inserts rows without the column: give it a default',
  },
  {
    pattern: new RegExp(
      `^alter table ${TABLE}.*\\badd (column )?.*\\b(default (gen_random_uuid|uuidv[47]|random|clock_timestamp|nextval)\\b|generated (always|by default) as|(big|small)?serial\\b)`,
    ),
    reason: 'every row is written again under a lock: add the column empty, and fill it by a job',
  },
  {
    pattern: new RegExp(
      `^alter table ${TABLE}.*\\badd (constraint \\w+ )?(check|foreign key)\\b(?!.*\\bnot valid\\b)`,
    ),
    reason: 'every row is read under a lock: add it as not valid, and validate it in the next migration',
  },
  {
    pattern: new RegExp(
      `^alter table ${TABLE}.*\\badd (column )?(?!constraint|foreign)\\w+ .*\\breferences\\b`,
    ),
    reason: 'every row is read under a lock: add the column, and the foreign key as not valid',
  },
  {
    pattern: new RegExp(
      `^alter table ${TABLE}.*\\badd (constraint \\w+ )?(unique|primary key|exclude)\\b(?!.*\\busing index\\b)`,
    ),
    reason:
      'writes wait until its index is built: build a unique index concurrently, then add it using index',
  },
  {
    pattern: new RegExp(`^update ${TABLE} set (?!.*\\bwhere\\b)`),
    reason: 'every row is locked until the migration ends: fill columns in batches by a job',
  },
  {
    pattern: new RegExp(`^(lock table|lock|vacuum full|cluster|reindex (?!.*concurrently)).*`),
    reason: 'the table is locked',
  },
]

/** Returns the dangers of a migration with their reasons. */
export function findMigrationDangers(text: string): MigrationDanger[] {
  const isContract = getMigrationKind(text) === 'contract'
  const statements = splitStatements(text)
  const created = new Set(statements.flatMap((statement) => getCreatedTable(statement) ?? []))
  return statements.flatMap((statement) =>
    RULES.flatMap(({ pattern, reason, isRemoval = false }) => {
      const match = pattern.exec(statement)
      if (!match || (isRemoval && isContract)) return []
      const table = match.groups?.['table']
      return table !== undefined && created.has(table) ? [] : [{ statement, reason }]
    }),
  )
}

function getCreatedTable(statement: string): string | undefined {
  return /^create (?:unlogged )?table (?:if not exists )?(?<table>[\w."]+)/.exec(statement)?.groups?.['table']
}

/** Splits SQL into one-line statements in lower case, without comments, string literals and function bodies. */
function splitStatements(text: string): string[] {
  return text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}
