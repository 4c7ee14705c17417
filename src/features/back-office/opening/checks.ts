import { formatDate, type IsoDate } from '../../../lib/dates.ts'
import type { DeliverySettings, PricedService } from '../../../lib/delivery-settings.ts'
import { type Finding, ok, problem, type Verdict, warning } from '../../../lib/finding.ts'
import type { ShopContact } from '../../../lib/shop-contact.ts'

// What a shop needs before it opens (R-EMPTY-5): for the staff's page and for `npm run doctor`. A problem means that
// customers cannot order, or that the law asks for it.

/** What the database knows. */
export interface ShopFacts {
  hasProducts: boolean
  /** A product is for sale and has a price. */
  hasPrices: boolean
  hasMachines: boolean
  staff: number
  staffWithoutFactor: number
}

/** What the settings say. */
export interface OpeningSettings {
  isDemo: boolean
  /** SHOP_NAME differs from its default. */
  hasOwnName: boolean
  contact: ShopContact
  seller: { address: readonly string[]; vatNumber: string | null }
  delivery: DeliverySettings | null
  termsVersion: string | null
  isFactorRequired: boolean
}

/** The checks of the shop's own contents and details, in the order in which an owner works through them. */
export function listShopFindings(settings: OpeningSettings, facts: ShopFacts): Finding[] {
  return [
    toFinding('catalogue', decideCatalogue(facts)),
    toFinding('machines', decideMachines(facts)),
    toFinding('delivery prices', decideDelivery(settings)),
    toFinding('terms', decideTerms(settings)),
    toFinding('VAT number', decideVatNumber(settings)),
    toFinding('seller address', decideSellerAddress(settings)),
    toFinding('shop name', decideName(settings)),
    toFinding('contact', decideContact(settings)),
    toFinding('second factor', decideSecondFactor(settings, facts)),
  ]
}

export const toFinding = (check: string, [state, sentence]: Verdict): Finding => ({ check, state, sentence })

function decideCatalogue({ hasProducts, hasPrices }: ShopFacts): Verdict {
  if (!hasProducts) return problem('There are no products yet: import them with npm run import -- DIR.')
  return hasPrices
    ? ok('There are products with prices.')
    : problem('No product has a price, so nobody can order: see the column price of products.csv.')
}

function decideMachines({ hasMachines }: ShopFacts): Verdict {
  return hasMachines
    ? ok('Customers can search by machine.')
    : warning(
        'There are no machines yet, so nobody can search by machine: import machines.csv and fitments.csv.',
      )
}

const listFormat = new Intl.ListFormat('en-GB')

// A delivery in each part of the United Kingdom, with how customers there read it.
const ukServices: readonly [services: readonly PricedService[], place: string][] = [
  [['ND', 'ND12', 'NAM'], 'the mainland (ND)'],
  [['HI2'], 'the Highlands and Islands (HI2)'],
  [['NI2'], 'Northern Ireland (NI2)'],
]

function decideDelivery({ delivery }: OpeningSettings): Verdict {
  if (delivery === null) {
    return problem(
      'There are no delivery prices, so no orders are taken: set DELIVERY_PRICES and DELIVERY_CUT_OFF.',
    )
  }
  const unpriced = ukServices
    .filter(([services]) => services.every(service => delivery.prices[service] === undefined))
    .map(([, place]) => place)
  return unpriced.length === 0
    ? ok('Every part of the United Kingdom has a delivery price.')
    : warning(
        `DELIVERY_PRICES has no price for ${listFormat.format(unpriced)}: customers there can only ${delivery.collectionPoint === null ? '' : 'collect or '}ask for a quote.`,
      )
}

function decideTerms({ termsVersion }: OpeningSettings): Verdict {
  return termsVersion === null
    ? problem(
        'No terms of sale are published, so no orders are taken: have your own checked (deploy/terms.example.md is a draft), and set TERMS_FILE to the file.',
      )
    : ok(`The terms of sale are published (version of ${formatDate(termsVersion as IsoDate)}).`)
}

function decideVatNumber({ seller }: OpeningSettings): Verdict {
  return seller.vatNumber === null
    ? problem('SHOP_VAT_NUMBER is not set: invoices charge VAT, but are marked “not a VAT invoice”.')
    : ok('Invoices show the VAT number.')
}

function decideSellerAddress({ seller }: OpeningSettings): Verdict {
  return seller.address.length === 0
    ? problem('SHOP_ADDRESS is not set: an invoice must show the seller’s name and address.')
    : ok('Invoices show the address of the seller.')
}

function decideName({ isDemo, hasOwnName }: OpeningSettings): Verdict {
  if (isDemo) return ok('The demo has the name Filterhouse.')
  return hasOwnName
    ? ok('Pages and emails show the name of the shop.')
    : warning('SHOP_NAME is still Filterhouse: set it to the name of your shop.')
}

function decideContact({ contact: { phone, email } }: OpeningSettings): Verdict {
  if (email === null) {
    return problem('SHOP_EMAIL is not set: an online shop must name an address that customers can write to.')
  }
  return phone === null
    ? warning('SHOP_PHONE is not set: customers have no number to call.')
    : ok('Pages and emails show the telephone number and the email address.')
}

function decideSecondFactor({ isDemo, isFactorRequired }: OpeningSettings, facts: ShopFacts): Verdict {
  if (isDemo) return ok('The demo asks for no two-step sign-in.')
  if (!isFactorRequired) {
    return warning('STAFF_2FA is off: a stolen password is enough to enter the back office.')
  }
  if (facts.staff === 0) {
    return warning('There are no staff yet: add a manager with npm run staff -- add EMAIL --role manager.')
  }
  return facts.staffWithoutFactor === 0
    ? ok('All staff have two-step sign-in.')
    : warning(
        `${facts.staffWithoutFactor} of ${facts.staff} staff have no two-step sign-in yet: they set it up when they next sign in.`,
      )
}

/** Null: e-mails can be sent, as far as the settings tell. */
export function findMailGap(settings: {
  isDemo: boolean
  smtpUrl: string | null
  mailFrom: string | null
}): Verdict | null {
  const { isDemo, smtpUrl, mailFrom } = settings
  if (smtpUrl === null) {
    return isDemo
      ? ok('Emails are written to files, because SMTP_URL is not set.')
      : problem('SMTP_URL is not set: emails are not sent, they wait in the outbox.')
  }
  return mailFrom === null
    ? problem('Neither MAIL_FROM nor SHOP_EMAIL is set: emails have no sender and wait in the outbox.')
    : null
}

/** Null: a payment provider is configured. */
export function findPaymentGap(isDemo: boolean, providers: readonly unknown[]): Verdict | null {
  if (providers.length > 0) return null
  return isDemo
    ? ok('The demo has its own card provider.')
    : warning(
        'No payment provider is configured, so cards are not offered: set OPAYO_VENDOR. Until then customers without an account pay by bank transfer, if SHOP_BANK is set.',
      )
}

/** Null: it is set. */
export function findBaseUrlGap(isDemo: boolean, baseUrl: string | null): Verdict | null {
  if (baseUrl !== null) return null
  const sentence = 'BASE_URL is not set: links in emails use the address that the shop listens on.'
  return isDemo ? ok(sentence) : problem(sentence)
}
