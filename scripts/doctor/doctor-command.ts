import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  findBaseUrlGap,
  findMailGap,
  findPaymentGap,
  listShopFindings,
} from '../../src/features/back-office/opening/checks.ts'
import {
  loadOpeningFacts,
  toOpeningSettings,
} from '../../src/features/back-office/opening/findings.server.ts'
import { decideLastBackup } from '../../src/infra/backup/last-backup.ts'
import { type Config, createConfig, parseSettings, type Settings } from '../../src/infra/config.ts'
import type { Database } from '../../src/infra/database/db.ts'
import type { DatabaseUrls } from '../../src/infra/database/external-database.ts'
import { checkDisk } from '../../src/infra/disk.ts'
import { formatMailError, sendTestEmail, verifyMailServer } from '../../src/infra/mail/mailer.ts'
import { withStoredSettings } from '../../src/infra/stored-settings.ts'
import { isEmail } from '../../src/lib/contact/email.ts'
import { type Finding, ok, problem, type Verdict, warning } from '../../src/lib/finding.ts'
import { createConfiguredProviders } from '../../src/payment-providers.ts'
import {
  type CommandOutput,
  isForOperator,
  openDatabase,
  type ScriptDatabase,
  toUsageError,
  UsageError,
} from '../command-line.ts'
import {
  checkDatabaseClock,
  checkMigrations,
  checkPooler,
  checkReplica,
  checkStaff,
  decideRights,
  decideVersion,
  loadDatabaseFacts,
} from './database-checks.ts'
import { checkPictures } from './folder-checks.ts'
import { checkAddress, checkAddressClock, checkProviderHost } from './network-checks.ts'

// npm run doctor (R-DOCTOR-1). Exit codes: 0 nothing is broken, 1 a problem was found, 2 wrong parameters, 78 a setting
// is wrong.

const usage = `npm run doctor [-- --mail ADDRESS]

Checks what the shop needs, with the shop's settings, and prints one line for each check: ok, warning or problem.
Nothing is changed. Run it beside the shop, as the same user.

  --mail ADDRESS   also sends a test e-mail there

Exit codes: 0 nothing is broken (there may be warnings), 1 a problem was found, 2 wrong parameters, 78 a setting is
wrong.`

/** Resolves with the exit code. */
export async function runDoctorCommand(
  parameters: string[],
  env: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  const { help, mail } = readParameters(parameters)
  if (help) {
    output.result(usage)
    return 0
  }
  const settings = parseSettings(env)
  const opened = await openExistingDatabase(settings)
  try {
    const mode = isOpen(opened) ? opened.mode : (settings.mode ?? 'demo')
    return await runChecks({ ...settings, ...createConfig(settings, mode) }, opened, mail ?? null, output)
  } finally {
    if (isOpen(opened)) await opened.close()
  }
}

async function runChecks(
  config: Config & DatabaseUrls,
  opened: ScriptDatabase | Verdict,
  testRecipient: string | null,
  output: CommandOutput,
): Promise<number> {
  let problems = 0
  const report = (check: string, [state, sentence]: Verdict) => {
    if (state === 'problem') problems += 1
    output.result(formatFinding({ check, state, sentence } satisfies Finding))
  }
  report('settings', decideSettings(config))
  if (isOpen(opened)) await checkOpenDatabase(opened.database, config, report)
  else report('database', opened)
  report('mail', await checkMail(config, testRecipient))
  await checkAddresses(config, report)
  await checkPayments(config, report)
  report('pictures', await checkPictures(config.dataDir))
  report('disk', await checkDisk(config.dataDir))
  report('backup', decideLastBackup(config, new Date()))
  return problems === 0 ? 0 : 1
}

type Report = (check: string, verdict: Verdict) => void

function decideSettings({ mode }: Config): Verdict {
  return mode === 'production'
    ? ok('The settings are valid; the mode is production.')
    : warning('This is a demo: set SHOP_MODE=production to sell.')
}

/** A verdict: there is none, or it cannot be opened. */
async function openExistingDatabase(settings: Settings): Promise<ScriptDatabase | Verdict> {
  const isEmbedded = settings.databaseUrl === null
  if (isEmbedded && !existsSync(join(settings.dataDir, 'postgres', 'PG_VERSION'))) {
    return warning('There is no database yet: the first start creates it in DATA_DIR.')
  }
  return openDatabase(settings, 2).catch((error: Error) => {
    if (isForOperator(error)) return problem(error.message)
    throw error
  })
}

const isOpen = (opened: ScriptDatabase | Verdict): opened is ScriptDatabase => 'database' in opened

async function checkOpenDatabase(
  database: Database,
  config: Config & DatabaseUrls,
  report: Report,
): Promise<void> {
  const { pool, db } = database
  const facts = await loadDatabaseFacts(pool)
  report('database', decideVersion(facts))
  if (config.databaseUrl && config.databaseDirectUrl) {
    report('pooler', await checkPooler(config.databaseUrl, database))
  }
  if (config.databaseReadUrl) report('replica', await checkReplica(config.databaseReadUrl, database))
  report('database rights', decideRights(facts, config.databaseUrl === null))
  const migrations = await checkMigrations(pool, config.migrateOnStart)
  report('migrations', migrations)
  if (migrations[0] === 'ok') {
    report('staff', await checkStaff(pool))
    const settings = toOpeningSettings(await withStoredSettings(config, db, new Date()))
    const facts = await loadOpeningFacts(db)
    for (const { check, state, sentence } of listShopFindings(settings, facts))
      report(check, [state, sentence])
  }
  report('clock', await checkDatabaseClock(pool))
}

async function checkMail(config: Config, testRecipient: string | null): Promise<Verdict> {
  const { smtpUrl, mailFrom } = config
  const gap = findMailGap({ isDemo: config.mode === 'demo', smtpUrl, mailFrom })
  if (gap || smtpUrl === null || mailFrom === null) return gap!
  if (config.mailFrom === null)
    return problem(
      'Neither MAIL_FROM nor SHOP_EMAIL is set: e-mails have no sender, they wait in the outbox.',
    )
  const { host } = new URL(smtpUrl)
  try {
    if (testRecipient === null) await verifyMailServer(smtpUrl)
    else await sendTestEmail(config, { url: smtpUrl, from: mailFrom }, testRecipient)
  } catch (error) {
    return problem(`The mail server ${host} does not work: ${formatMailError(error)}.`)
  }
  return ok(
    testRecipient === null
      ? `The mail server ${host} lets the shop in.`
      : `The mail server ${host} has accepted a test e-mail.`,
  )
}

async function checkAddresses({ baseUrl, mode, sessionSecret }: Config, report: Report): Promise<void> {
  const gap = findBaseUrlGap(mode === 'demo', baseUrl)
  if (gap || baseUrl === null) return report('address', gap!)
  report('address', await checkAddress({ baseUrl, sessionSecret }))
  const clock = await checkAddressClock(baseUrl)
  if (clock) report('clock', clock)
}

async function checkPayments(config: Config, report: Report): Promise<void> {
  const providers = createConfiguredProviders(config)
  const gap = findPaymentGap(config.mode === 'demo', providers)
  if (gap) report('payments', gap)
  for (const { name, apiUrl, isTest } of providers) {
    report('payments', await checkProviderHost(name, apiUrl, isTest))
  }
}

function readParameters(parameters: string[]): { help: boolean; mail?: string | undefined } {
  const { help, mail } = parse(parameters)
  if (mail !== undefined && !isEmail(mail)) {
    throw new UsageError(`'${mail.slice(0, 100)}' is not an e-mail address.`)
  }
  return { help, mail }
}

function parse(parameters: string[]) {
  const options = {
    help: { type: 'boolean', short: 'h', default: false },
    mail: { type: 'string' },
  } as const
  try {
    return parseArgs({ args: parameters, options, strict: true }).values
  } catch (error) {
    throw toUsageError(error)
  }
}

const stateWidth = 'problem'.length
const checkWidth = 'database rights'.length

function formatFinding({ check, state, sentence }: Finding): string {
  return `${state.padEnd(stateWidth)}  ${check.padEnd(checkWidth)}  ${sentence}`
}
