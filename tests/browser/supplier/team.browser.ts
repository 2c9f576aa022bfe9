import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { teamMembers } from '#features/identity/teams/tables.ts'
import { createSignedInAccount, createTestMember, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { getToast, openPage } from '../shop/storefront.ts'
import { fillSignIn, fillSignUp, MEI, readNewestCode, readNewestEmail } from '../steps/account-steps.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { expectSound, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()
const JONAS = { ...MEI, firstName: 'Jonas', lastName: 'Lim', email: 'jonas@packers.example' }

test('an invited member signs up, joins and sees the role’s permissions, until the owner removes them', async () => {
  const store = await createTestSupplier(db, { name: 'Harbour Star' })
  const account = await createSignedInAccount(db, new Date(), {
    type: 'manufacturer',
    owns: store,
    firstName: 'Lena',
    lastName: 'Ong',
    withPassword: true,
  })
  const team = { shopUrl: shop.url, account, options: DESKTOP, path: '/dashboard/supplier/team' }
  const owner = await openConsole(browser, team)
  const member = await joinOnPhone(owner.page)

  await expectNavigation(member.page, [
    'Home',
    'Orders',
    'Cases',
    'Messages',
    'Reliability',
    'View store page',
    'Team',
  ])
  await member.page.goto(`${shop.url}/dashboard/supplier/money`)
  await member.page.getByText('Your role doesn’t include this page').waitFor()
  await expectSound(member.page)
  await member.page.goto(`${shop.url}/dashboard/supplier/team`)
  await member.page.getByRole('list', { name: 'Members' }).getByText('Lena Ong').waitFor()
  await member.page.getByRole('button', { name: 'Leave team' }).waitFor()
  await expectSound(member.page)

  await owner.page.reload()
  await chooseAction(owner.page, 'Change role …')
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /^Finance/ }).check()
  await expectSound(owner.page)
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await owner.page.getByRole('cell', { name: 'Packing, Finance' }).waitFor()
  await member.page.goto(`${shop.url}/dashboard/supplier/money`)
  await member.page.getByRole('heading', { name: 'Money', level: 1 }).waitFor()

  await chooseAction(owner.page, 'Remove from team …')
  await dialog.getByText('They lose access to Harbour Star immediately').waitFor()
  await dialog.getByRole('button', { name: 'Remove member' }).click()
  await getToast(owner.page, 'success', 'Jonas Lim is no longer in the team.').waitFor()
  await member.page.goto(`${shop.url}/dashboard/supplier/orders`)
  await member.page.getByRole('heading', { name: 'You’re no longer in the team of Harbour Star' }).waitFor()
  await expectSound(member.page)

  await owner.page.goto(`${shop.url}/dashboard/supplier/activity`)
  await owner.page.getByRole('table', { name: 'Changes' }).getByText('Team').first().waitFor()
  // The browser logs the refused calls of a removed member itself.
  expect(member.errors.filter((text) => !text.includes('403 (Forbidden)'))).toEqual([])
  expect(owner.errors).toEqual([])
  await owner.close()
  await member.close()
})

/** Invites Jonas on the owner’s page, signs up with the link on a phone, and joins. */
async function joinOnPhone(owner: Page) {
  await owner.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(JONAS.email)
  await dialog.getByRole('checkbox', { name: /^Packing/ }).check()
  await expectSound(owner)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await owner.getByRole('cell', { name: JONAS.email, exact: true }).waitFor()
  await expectSound(owner)

  const { links } = await readNewestEmail(shop.url, JONAS.email)
  const link = links.find((one) => one.includes('/join-team?')) ?? ''
  const opened = await openPage(browser, { address: link, options: PHONE })
  const { page } = opened
  await page.getByRole('heading', { name: 'Join the team of Harbour Star' }).waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL(/\/signup/)
  const email = page.getByRole('form', { name: 'Sign up' }).getByLabel('Email')
  expect(await email.inputValue()).toBe(JONAS.email)
  await (await fillSignUp(page, JONAS)).click()
  await page.waitForURL(/\/otp\//)
  await page.getByLabel('Six-digit code').fill(await readNewestCode(shop.url, JONAS.email, 2))
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL(/\/login/)
  await fillSignIn(page, JONAS)
  await page.getByRole('button', { name: 'Join Harbour Star' }).click()
  await page.waitForURL(/\/dashboard\/supplier$/)
  await expectSound(page)
  return opened
}

async function expectNavigation(page: Page, labels: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  const links = page.getByRole('dialog', { name: 'Navigation' }).getByRole('link')
  await expect.poll(async () => (await links.allInnerTexts()).map((text) => text.trim())).toEqual(labels)
  await expectSound(page)
}

async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Jonas Lim' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a member of two businesses switches between them, and an owner transfers the business with the password', async () => {
  const createOwner = async (name: string) => {
    const owns = await createTestSupplier(db, { name })
    return createSignedInAccount(db, new Date(), { type: 'manufacturer', owns, withPassword: true })
  }
  const [first, second] = [await createOwner('North Pier'), await createOwner('South Pier')]
  const helper = await createTestMember(db, new Date(), {
    business: first,
    roles: ['packing'],
    firstName: 'Ida',
    lastName: 'Berg',
  })
  const own = { shopUrl: shop.url, options: DESKTOP }
  const owner = await openConsole(browser, { ...own, account: first, path: '/dashboard/supplier/team' })
  await owner.page.getByRole('button', { name: 'Actions for Ida Berg' }).click()
  await owner.page.getByRole('menuitem', { name: 'Make owner …' }).click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click()
  await getToast(owner.page, 'success', 'Ida Berg now owns North Pier.').waitFor()
  await owner.page.getByRole('button', { name: 'Leave team' }).waitFor()
  await expectSound(owner.page)
  await owner.close()

  const membership = { businessId: second.id, accountId: helper.id, roles: ['finance' as const] }
  await db.insert(teamMembers).values({ ...membership, joinedAt: new Date() })
  const { page, errors, close } = await openConsole(browser, {
    ...own,
    account: helper,
    type: 'vendor',
    path: '/dashboard/supplier',
  })
  await page.getByRole('button', { name: /Switch business/ }).click()
  await page.getByRole('menuitem', { name: /South Pier/ }).click()
  await page.getByRole('button', { name: /Switch business. Now: *South Pier/ }).waitFor()
  await expectSound(page)
  await page.reload()
  await page.getByRole('button', { name: /Switch business. Now: *South Pier/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})
