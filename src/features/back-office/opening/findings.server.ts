import type { AppContext, Db } from '../../../infra/app-context.ts'
import { decideLastBackup } from '../../../infra/backup/last-backup.ts'
import { nameCommands } from '../../../infra/command-names.ts'
import type { Config } from '../../../infra/config.ts'
import { getRow } from '../../../infra/database/query.ts'
import { defaultShopName } from '../../../infra/shop-settings.ts'
import { type Finding, ok, type Verdict, warning } from '../../../lib/finding.ts'
import {
  findBaseUrlGap,
  findMailGap,
  findPaymentGap,
  listShopFindings,
  type OpeningSettings,
  type ShopFacts,
  toFinding,
} from './checks.ts'

export interface OpeningDeps {
  context: Pick<AppContext, 'config' | 'db' | 'now'>
  /** The payment provider that takes new payments; null: none. */
  provider: { name: string; isTest: boolean } | null
}

/** All that the shop needs before it opens, without a request to another machine: `npm run doctor` makes those. */
export async function listOpeningFindings({
  context: { config, db, now },
  provider,
}: OpeningDeps): Promise<Finding[]> {
  const isDemo = config.mode === 'demo'
  const findings = [
    ...listShopFindings(toOpeningSettings(config), await loadOpeningFacts(db)),
    toFinding('payments', decidePayments(isDemo, provider)),
    toFinding('mail', findMailGap({ ...config, isDemo }) ?? ok('A mail server and a sender are set.')),
    toFinding(
      'web address',
      findBaseUrlGap(isDemo, config.baseUrl) ?? ok(`The shop is at ${config.baseUrl}.`),
    ),
    toFinding('backup', decideLastBackup(config, now())),
  ]
  return findings.map(finding => ({ ...finding, sentence: nameCommands(finding.sentence) }))
}

export function toOpeningSettings(config: Config): OpeningSettings {
  const { mode, shopName, contact, seller, delivery, terms, staff2fa } = config
  const termsVersion = terms?.version ?? null
  const isFactorRequired = staff2fa === 'required'
  const hasOwnName = shopName !== defaultShopName
  return { isDemo: mode === 'demo', hasOwnName, contact, seller, delivery, termsVersion, isFactorRequired }
}

function decidePayments(isDemo: boolean, provider: OpeningDeps['provider']): Verdict {
  // The demo's own provider is a test system too.
  const isSimulated = isDemo && provider?.isTest
  const gap = findPaymentGap(isDemo, provider === null || isSimulated ? [] : [provider])
  if (gap || provider === null) return gap!
  return provider.isTest
    ? warning(
        `Cards go to the test system of ${provider.name}: no money is taken. Set OPAYO_ENVIRONMENT=live.`,
      )
    : ok(`Cards are taken by ${provider.name}.`)
}

/** One statement; each part stops at the first row that answers it, so a large catalogue costs nothing. */
export const loadOpeningFacts = (db: Db): Promise<ShopFacts> =>
  getRow(db)<ShopFacts>`
    select exists (select from product where not withdrawn) as "hasProducts",
      exists (select from product where for_sale and price is not null) as "hasPrices",
      exists (select from fitment) as "hasMachines",
      count(*)::int as staff,
      (count(*) filter (where totp_confirmed_at is null))::int as "staffWithoutFactor"
    from person where 'staff' = any(roles) and disabled_at is null`
