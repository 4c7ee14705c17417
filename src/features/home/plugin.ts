import type { FastifyInstance } from 'fastify'
import { handle } from '../../infra/http/handle.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { DeliverySettings } from '../../lib/delivery-settings.ts'
import { zero } from '../../lib/money.ts'
import { getAccountPage, type PageDeps, toAccountPage } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import { formatCollectionReady } from '../delivery/option-text.ts'
import { formatCutOffs, listSurcharges, listTariffRows, listZonePostcodes } from '../delivery/tariff.ts'
import { getAccountOverview } from '../order-pages/service.ts'
import { accountPage } from './AccountPage.tsx'
import type { CatalogueSummary } from './catalogue-summary.server.ts'
import { type DeliveryTerms, deliveryPage } from './DeliveryPage.tsx'
import { homePage } from './HomePage.tsx'
import { memberHomePage } from './MemberHomePage.tsx'
import { getHomeOverview } from './queries.ts'
import { returnsPage } from './ReturnsPage.tsx'
import { readTerms } from './schemas.ts'
import { termsPage } from './TermsPage.tsx'
import { termsMessages } from './terms.ts'

export interface HomeDeps extends PageDeps {
  catalogueSummary: CatalogueSummary
}

const homeCacheSeconds = 30
const termsCacheSeconds = 300

export async function homePlugin(
  app: FastifyInstance,
  { context, pages, visitors, catalogueSummary }: HomeDeps,
): Promise<void> {
  const { config } = context

  const createHomeHead = () => ({
    title: 'Replacement filters for machines',
    description: `${config.shopName}: oil, air, fuel, hydraulic and cabin filters for machines, found by any maker’s number.`,
    canonical: '/',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: config.shopName,
        url: `${context.baseUrl()}/`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${context.baseUrl()}/search?query={query}`,
          'query-input': 'required name=query',
        },
      },
    ],
  })
  const createMemberHome = async (person: Person) => {
    const overview = await getHomeOverview(context.db, person, context.now())
    const { name, company } = person
    const props = { name, company: company && { name: company.name, onStop: company.onStop } }
    return overview && toPageResult(memberHomePage, { ...props, overview }, createHomeHead())
  }
  pages.getCached('/', { cacheSeconds: homeCacheSeconds, visitors }, async ({ visitor: { person } }) => {
    const memberHome = person && (await createMemberHome(person))
    if (memberHome) return memberHome
    return toPageResult(
      homePage,
      { ...(await catalogueSummary.getEntryPoints()), examples: await catalogueSummary.getExamples() },
      createHomeHead(),
    )
  })

  pages.getCached('/terms-conditions', { cacheSeconds: termsCacheSeconds }, async () =>
    toPageResult(
      termsPage,
      { terms: config.terms },
      { title: 'Terms and conditions', canonical: '/terms-conditions', noindex: config.terms === null },
    ),
  )

  pages.getCached('/delivery', { cacheSeconds: termsCacheSeconds }, async () => {
    // Null: the shop takes no orders yet.
    const delivery = config.terms && config.delivery
    return toPageResult(
      deliveryPage,
      { delivery: delivery && toDeliveryTerms(delivery) },
      {
        title: 'Delivery and collection',
        description: `What delivery costs at ${config.shopName}, when it comes, and where orders are collected.`,
        canonical: '/delivery',
        noindex: delivery === null,
      },
    )
  })
  pages.getCached('/returns', { cacheSeconds: termsCacheSeconds }, async () =>
    toPageResult(
      returnsPage,
      { returns: config.returns, hasTerms: config.terms !== null },
      {
        title: 'Returns and refunds',
        description: `How to return a part to ${config.shopName}, and when you are refunded.`,
        canonical: '/returns',
      },
    ),
  )
  handle(
    app,
    readTerms,
    async () => {
      if (!config.terms) throw new Problem(404, termsMessages.notPublished)
      return config.terms
    },
    { withMarkerOnly: true },
  )

  getAccountPage({ pages, visitors }, '/account', {}, async ({ person }) => {
    const { name, email, isVerified } = person
    const company = person.company && {
      name: person.company.name,
      accountNumber: person.company.accountNumber,
      onStop: person.company.onStop,
    }
    const overview = await getAccountOverview(context.db, person, context.now())
    const props = { name, email, isVerified, company, ...overview }
    return toAccountPage(person, accountPage, 'Your account', props)
  })

  registerBrowserFiles(app, config)

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain')
      .header('cache-control', 'public, max-age=3600')
      .send(formatRobots(context.baseUrl())),
  )

  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { email } = config.contact
    if (email === null) throw new Problem(404)
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(renderSecurityContact(email, context.baseUrl(), context.now()))
  })
}

function toDeliveryTerms(settings: DeliverySettings): DeliveryTerms {
  const { cutOffMinutes, freeFrom, collectionPoint, collectionDetails = [], prices } = settings
  return {
    cutOff: formatCutOffs(settings),
    surcharges: listSurcharges(settings),
    freeFrom: prices.ND === undefined ? null : freeFrom,
    rows: listTariffRows(settings),
    zones: listZonePostcodes(),
    hasPallets: prices.PAL !== undefined,
    collection:
      collectionPoint === null
        ? null
        : {
            place: collectionPoint,
            details: collectionDetails,
            price: prices.COL ?? zero,
            readyFrom: formatCollectionReady(cutOffMinutes),
          },
  }
}

// Personal pages, and combinations of filters: there are more of them than a crawler or the shop could bear (R-PAGE-11).
const uncrawledPaths = [
  '/basket',
  '/checkout',
  '/account',
  '/admin',
  '/login',
  '/password',
  '/order/',
  '/quotes/',
  '/filter-finder/',
  '/*?*filters=',
  '/*?*sort=',
]

function formatRobots(baseUrl: string): string {
  const disallowed = uncrawledPaths.map(path => `Disallow: ${path}\n`).join('')
  return `User-agent: *\n${disallowed}Sitemap: ${baseUrl}/sitemap.xml\n`
}

const contactDays = 180

/** Where to report a vulnerability (RFC 9116, R-PAGE-9). */
function renderSecurityContact(email: string, baseUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + contactDays * 86_400_000)
  expires.setUTCHours(0, 0, 0, 0)
  return `Contact: mailto:${email}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\nCanonical: ${baseUrl}/.well-known/security.txt\n`
}

const cacheControl = 'public, max-age=3600'

// Personal or volatile pages, and paths with side effects, are never fetched before they are opened.
const neverPrefetched = [
  '/account/*',
  '/account',
  '/admin/*',
  '/admin',
  '/basket',
  '/checkout*',
  '/login*',
  '/newsletter/*',
  '/order/*',
  '/order-pad*',
  '/password/*',
  '/media/*',
  '/_sandbox/*',
]

// Prefetches on hover or touch ('moderate'), since the link is then most likely followed.
const speculationRules = {
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, ...neverPrefetched.map(path => ({ not: { href_matches: path } }))],
      },
      eagerness: 'moderate',
    },
  ],
}

/** Registers files that browsers request themselves: speculation rules and the web app manifest. */
function registerBrowserFiles(app: FastifyInstance, config: { shopName: string }): void {
  // With Save-Data nothing is prefetched.
  app.get('/speculation-rules.json', async (request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', cacheControl)
      .header('vary', 'Save-Data')
      .send(JSON.stringify(request.headers['save-data'] === 'on' ? {} : speculationRules)),
  )

  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', cacheControl)
      .send(
        JSON.stringify({
          name: config.shopName,
          short_name: config.shopName,
          start_url: '/',
          display: 'browser',
          background_color: '#faf9f6',
          theme_color: '#17212b',
          icons: [
            { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
            { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
            { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          ],
        }),
      ),
  )
}
