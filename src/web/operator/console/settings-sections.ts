import type { PermissionOf } from '#core/access/permissions.ts'
import type { SectionProps, Sections } from '#web/console/frame/console-page.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { OPERATOR } from './addresses.ts'

/** The sections of the storefront's content and the marketplace's settings. */
export const SETTINGS_SECTIONS: Sections<PermissionOf<'operator'>> = {
  campaigns: {
    needs: 'products:read',
    title: 'Campaigns',
    current: OPERATOR.campaigns,
    View: lazyComponent<SectionProps>(
      async () => (await import('../storefront/promotions-index.tsx')).Campaigns,
    ),
  },
  announcements: {
    needs: 'products:read',
    title: 'Announcements',
    current: OPERATOR.campaigns,
    View: lazyComponent<SectionProps>(
      async () => (await import('../storefront/promotions-index.tsx')).Announcements,
    ),
  },
  'featured-suppliers': {
    needs: 'products:read',
    title: 'Featured suppliers',
    current: OPERATOR.campaigns,
    View: lazyComponent<SectionProps>(
      async () => (await import('../storefront/promotions-index.tsx')).FeaturedSuppliers,
    ),
  },
  categories: {
    needs: 'products:read',
    title: 'Categories',
    current: OPERATOR.campaigns,
    View: lazyComponent<SectionProps>(async () => (await import('../storefront/categories.tsx')).Categories),
  },
  'home-columns': {
    needs: 'products:read',
    title: 'Home page columns',
    current: OPERATOR.campaigns,
    View: lazyComponent<SectionProps>(
      async () => (await import('../storefront/home-columns.tsx')).HomeColumns,
    ),
  },
  newsletters: {
    needs: 'products:read',
    title: 'Newsletters',
    current: OPERATOR.campaigns,
    View: lazyComponent<SectionProps>(
      async () => (await import('../storefront/newsletters/newsletters-index.tsx')).Newsletters,
    ),
  },
  'newsletters/*': {
    needs: 'products:read',
    title: 'Newsletter',
    current: OPERATOR.campaigns,
    View: lazyComponent<SectionProps>(
      async () => (await import('../storefront/newsletters/newsletter-details.tsx')).NewsletterDetails,
    ),
  },
  setup: {
    needs: 'settings:read',
    title: 'Setup',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/setup-guide.tsx')).SetupGuide),
  },
  settings: {
    needs: 'settings:read',
    title: 'Settings',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/settings.tsx')).Settings),
  },
  company: {
    needs: 'settings:read',
    title: 'Shop and company',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/company.tsx')).CompanySettings),
  },
  countries: {
    needs: 'settings:read',
    title: 'Countries',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/countries.tsx')).Countries),
  },
  deadlines: {
    needs: 'settings:read',
    title: 'Deadlines',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/deadlines.tsx')).Deadlines),
  },
  fees: {
    needs: 'settings:read',
    title: 'Fees and currency',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/fees.tsx')).Fees),
  },
  'payment-methods': {
    needs: 'settings:read',
    title: 'Payment methods',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/payment-methods.tsx')).PaymentMethods),
  },
  emails: {
    needs: 'settings:read',
    title: 'Emails',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/emails/emails.tsx')).Emails),
  },
  'emails/*': {
    needs: 'settings:read',
    title: 'Email',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/emails/email-details.tsx')).EmailDetails),
  },
  'legal-texts': {
    needs: 'settings:read',
    title: 'Legal texts',
    current: OPERATOR.settings,
    View: lazyComponent(async () => (await import('../settings/legal-texts.tsx')).LegalTexts),
  },
}
