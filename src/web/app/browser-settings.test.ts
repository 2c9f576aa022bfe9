import { expect, test } from 'vitest'
import { EXAMPLE_COMPANY } from '#core/company/company.ts'
import { readSettings, setServerSettings, settingsTag } from './browser-settings.ts'

test('settings are rendered in one meta tag, and no tag is rendered without settings [PROD-13, CONST-04]', () => {
  expect(settingsTag({})).toBe('')
  expect(settingsTag({ cookieDomain: 'example.com', dashboardUrl: 'https://office.example/?a=1&b=2' })).toBe(
    '<meta name="shop-settings" data-cookie-domain="example.com" data-dashboard-url="https://office.example/?a=1&amp;b=2">',
  )
})

test('browser and server know whether carriers quote shipping rates', () => {
  expect(settingsTag({ hasCarrierRates: true })).toBe('<meta name="shop-settings" data-has-carrier-rates>')
  setServerSettings({ hasCarrierRates: true })
  expect(readSettings().hasCarrierRates).toBe(true)
  setServerSettings({})
  expect(readSettings().hasCarrierRates).toBeUndefined()
})

test('the settings tag has the company, escaped, also the example company', () => {
  expect(settingsTag({ company: EXAMPLE_COMPANY })).toContain(
    `data-company="{&quot;shopName&quot;:&quot;Cabochon&quot;,&quot;name&quot;:&quot;${EXAMPLE_COMPANY.name}`,
  )
  const tag = settingsTag({ company: { ...EXAMPLE_COMPANY, name: 'Ring "&" <Co>' } })
  expect(tag).toContain('Ring \\&quot;&amp;\\&quot; &lt;Co>')
})

test('a setting cannot break out of its attribute', () => {
  expect(settingsTag({ dashboardUrl: 'https://x.example/"><script>' })).toBe(
    '<meta name="shop-settings" data-dashboard-url="https://x.example/&quot;>&lt;script>">',
  )
})
