import { queryPrepared, type Queryable } from '#database/database.ts'

/** A stored logo: a PNG for screens, and one on white for paper. */
export type StoredLogo = Readonly<{ key: string; image: Buffer; printImage: Buffer; now: Date }>

/** Stores a logo; the same picture is stored once. */
export async function insertLogo(db: Queryable, { key, image, printImage, now }: StoredLogo): Promise<void> {
  await queryPrepared(db, INSERT, [key, image, printImage, now])
}

const INSERT = {
  name: 'settings_insert_logo',
  text: `
    insert into shop_logos (key, image, print_image, created_at) values ($1, $2, $3, $4)
    on conflict (key) do nothing`,
}

/** Returns the PNG of a logo for screens. */
export async function findLogoImage(db: Queryable, key: string): Promise<Buffer | undefined> {
  const [found] = await queryPrepared<{ image: Buffer }>(db, FIND, [key])
  return found?.image
}

const FIND = { name: 'settings_find_logo', text: 'select image from shop_logos where key = $1' }

/** Returns the print PNG of the logo that the shop had at a moment; undefined if it had none. */
export async function findPrintLogoAt(db: Queryable, at: Date): Promise<Buffer | undefined> {
  const [found] = await queryPrepared<{ image: Buffer | null }>(db, FIND_AT, [at])
  return found?.image ?? undefined
}

const FIND_AT = {
  name: 'settings_find_logo_at',
  text: `
    select l.print_image as image
    from (
      select value from setting_versions where name = 'logo' and saved_at <= $1 order by id desc limit 1
    ) v left join shop_logos l on l.key = v.value ->> 'key'`,
}
