import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../lib/json.ts'
import { createFolder } from './folders.ts'
import { isValidTrustProxy, parseTrustProxy } from './http/trust-proxy.ts'
import { findMisspeltSetting } from './misspelt-setting.ts'
import { type Limits, limitNames, parseLimits } from './rate-limit/limits.ts'
import {
  changeableNames,
  parseShopSettings,
  type SettingTexts,
  type ShopSettings,
  shopSettingsSchemas,
  toFirstTexts,
} from './shop-settings.ts'
import { readTermsText } from './terms-file.ts'

export type Mode = 'demo' | 'production'

const port = z.coerce.number('a number').int().min(0).max(65535)
const httpUrl = z.url({ protocol: /^https?$/, error: 'an http or https address' })
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'a postgresql:// address' })
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const environmentSchema = z.object({
  SHOP_MODE: z.enum(['demo', 'production']).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  DRAIN_SECONDS: z.coerce.number('a number').int().min(0).max(300).default(0),
  BASE_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('./var'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  BACKUP_DIR: z.string().optional(),
  MIGRATE_ON_START: z.enum(['true', 'false']).default('true'),
  ...shopSettingsSchemas,
  TERMS_FILE: z.string().optional(),
  SESSION_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  SESSION_SECRET_PREVIOUS: z.string().min(32, 'at least 32 characters').optional(),
  SESSION_IDLE_MINUTES: z.coerce.number('a number').int().min(5).max(43_200).optional(),
  STAFF_SESSION_IDLE_MINUTES: z.coerce.number('a number').int().min(5).max(1440).default(30),
  STAFF_SESSION_MAX_HOURS: z.coerce.number('a number').int().min(1).max(168).default(12),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'an smtp:// or smtps:// address with a host' })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(
      text => z.email().safeParse(parseSender(text).address).success,
      'an e-mail address, or Name <address>',
    )
    .optional(),
  OPAYO_VENDOR: z
    .string()
    .regex(/^[A-Za-z0-9]{1,15}$/, 'up to 15 letters and digits')
    .optional(),
  OPAYO_ENVIRONMENT: z.enum(['test', 'live']).default('test'),
  OPAYO_FRAME_SRC: z.enum(['strict', 'https']).default('strict'),
  SANDBOX_PORT: port.default(0),
  STAFF_2FA: z.enum(['off', 'required']).optional(),
  NEWSLETTER_ACTION: httpUrl.optional(),
  NEWSLETTER_FIELDS: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  TRUST_PROXY: z
    .string()
    .refine(
      isValidTrustProxy,
      'true, false, or addresses and networks such as 10.0.0.0/8, with commas between',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
})

/** The names of all settings. */
export const settingNames: readonly string[] = [...Object.keys(environmentSchema.shape), ...limitNames]

/** What the environment says, before it is known whether the shop is a demo. */
export interface Settings {
  values: z.infer<typeof environmentSchema>
  /** SHOP_MODE; null: the database decides (`decideMode`). */
  mode: Mode | null
  dataDir: string
  databaseUrl: string | null
  /** Set: `databaseUrl` leads to a pooler that assigns transactions, and this to the database server itself. */
  databaseDirectUrl: string | null
  /** A replica for reads of the catalogue. */
  databaseReadUrl: string | null
  limits: Limits
  /** Those of the shop that are set, as they are written. */
  shopTexts: SettingTexts
}

/** Parses the settings (R-RUN-5). Throws ConfigurationError with one sentence. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const values = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  refuseUnknownSettings(env)
  const parsed = environmentSchema.safeParse(values)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigurationError(`${String(issue?.path[0])} is not valid: ${issue?.message}.`)
  }
  if (parsed.data.DATABASE_DIRECT_URL && !parsed.data.DATABASE_URL) {
    throw new ConfigurationError(
      'DATABASE_DIRECT_URL is set without DATABASE_URL, the address of its pooler.',
    )
  }
  if (parsed.data.DATABASE_READ_URL && !parsed.data.DATABASE_URL) {
    throw new ConfigurationError('DATABASE_READ_URL is set without DATABASE_URL, the address of its primary.')
  }
  const dataDir = resolve(parsed.data.DATA_DIR)
  prepareDataDir(dataDir)
  return {
    values: parsed.data,
    mode: parsed.data.SHOP_MODE ?? null,
    dataDir,
    databaseUrl: parsed.data.DATABASE_URL ?? null,
    databaseDirectUrl: parsed.data.DATABASE_DIRECT_URL ?? null,
    databaseReadUrl: parsed.data.DATABASE_READ_URL ?? null,
    limits: toLimits(values),
    shopTexts: Object.fromEntries(
      changeableNames.flatMap(name => (values[name] ? [[name, values[name]]] : [])),
    ),
  }
}

export type Config = ReturnType<typeof createConfig>

/** Applies the rules and defaults of the mode. Throws ConfigurationError with one sentence. */
export function createConfig(settings: Settings, mode: Mode) {
  const { values: e, dataDir } = settings
  const production = mode === 'production'
  if (production && !e.SESSION_SECRET) {
    throw new ConfigurationError(
      'SESSION_SECRET is missing: production needs a secret of at least 32 characters.',
    )
  }
  if (production) refuseWeakSecrets(e)
  if (production) refuseInsecureBaseUrl(e.BASE_URL)
  const terms = readTerms(mode, e.TERMS_FILE)
  const firstTexts = toFirstTexts({ ...settings.shopTexts, ...(terms && { TERMS: terms }) }, !production)
  const shop = parseShopSettings(firstTexts)
  if (typeof shop === 'string') throw new ConfigurationError(`${shop}.`)
  return {
    mode,
    host: e.HOST,
    port: e.PORT,
    /** How long the process goes on serving after SIGTERM, with /readyz at 503. */
    drainSeconds: e.DRAIN_SECONDS,
    /** The shop's public URL; null: demo mode uses the address that it listens on. */
    baseUrl: e.BASE_URL ? e.BASE_URL.replace(/\/+$/, '') : null,
    dataDir,
    /** Where `npm run backup` writes. */
    backupDir: e.BACKUP_DIR ? resolve(e.BACKUP_DIR) : null,
    /** False: a start with pending migrations is refused, and `npm run migrate` applies them. */
    migrateOnStart: e.MIGRATE_ON_START === 'true',
    ...shop,
    /** What the shop's settings are before managers change any, and which of them the environment pins. */
    firstTexts,
    pinned: [...Object.keys(settings.shopTexts), ...(e.TERMS_FILE ? ['TERMS'] : [])],
    /** Of the stored settings; the shop's pages are cached for each. */
    settingsVersion: '',
    /** Signs and encrypts. What was signed or encrypted with the previous one is still accepted (`withEitherSecret`). */
    sessionSecret: e.SESSION_SECRET ?? loadOrCreateSecret(dataDir),
    previousSessionSecret: e.SESSION_SECRET_PREVIOUS ?? null,
    /** A signed-in customer without a request for this long is signed out; null: a session lasts its 30 days. */
    sessionIdleMinutes: e.SESSION_IDLE_MINUTES ?? null,
    /** A session of staff ends after so many minutes without a request, and so many hours after the login. */
    staffSession: { idleMinutes: e.STAFF_SESSION_IDLE_MINUTES, maxHours: e.STAFF_SESSION_MAX_HOURS },
    smtpUrl: e.SMTP_URL ?? null,
    /** Null: e-mails wait in the outbox. */
    mailFrom: e.MAIL_FROM ?? toSender(shop),
    hasSender: e.MAIL_FROM !== undefined,
    /** Null: not configured. With 'https' the issuer's pages may take the frame over, so it allows any https origin. */
    opayo: e.OPAYO_VENDOR
      ? { vendor: e.OPAYO_VENDOR, environment: e.OPAYO_ENVIRONMENT, frameSrc: e.OPAYO_FRAME_SRC }
      : null,
    sandboxPort: e.SANDBOX_PORT,
    staff2fa: e.STAFF_2FA ?? (production ? 'required' : 'off'),
    newsletter: toNewsletter(e.NEWSLETTER_ACTION, e.NEWSLETTER_FIELDS),
    logLevel: e.LOG_LEVEL,
    trustProxy: parseTrustProxy(e.TRUST_PROXY),
    metricsToken: e.METRICS_TOKEN ?? null,
    limits: settings.limits,
  }
}

/** The sender of e-mails where MAIL_FROM is not set. */
export const toSender = ({ shopName, contact }: Pick<ShopSettings, 'shopName' | 'contact'>): string | null =>
  contact.email && `${shopName} <${contact.email}>`

function readTerms(mode: Mode, termsFile: string | undefined): string | undefined {
  try {
    return readTermsText(mode === 'demo', termsFile)
  } catch (error) {
    throw new ConfigurationError((error as Error).message)
  }
}

/** For tests, and for a command without a database: SHOP_MODE alone decides, and a demo is the default. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const settings = parseSettings(env)
  return createConfig(settings, settings.mode ?? 'demo')
}

// Empty ones are refused too: a misspelt name should be noticed before it gets a value.
function refuseUnknownSettings(env: Record<string, string | undefined>): void {
  const misspelt = findMisspeltSetting(env, settingNames)
  if (!misspelt) return
  const { name, meant } = misspelt
  const alternatives = `${meant.slice(0, -1).join(', ')} and ${meant.at(-1)}`
  const explanation =
    meant.length === 1
      ? `${meant[0]} is probably meant`
      : `the ${name.slice(0, name.indexOf('_') + 1)} settings are ${alternatives}`
  throw new ConfigurationError(`${name} is not known: ${explanation}.`)
}

function refuseWeakSecrets({ SESSION_SECRET, METRICS_TOKEN }: Settings['values']): void {
  for (const [name, secret] of Object.entries({ SESSION_SECRET, METRICS_TOKEN })) {
    const weakness = secret && findWeakness(secret)
    if (!weakness) continue
    throw new ConfigurationError(
      `${name} is too weak: ${weakness}; use random characters (openssl rand -base64 32).`,
    )
  }
}

// Links in e-mails, secure cookies and the card provider's notification use it. Without it the shop uses the address
// that it listens on, and logs a warning at the start.
function refuseInsecureBaseUrl(baseUrl: string | undefined): void {
  if (!baseUrl) return
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol !== 'https:' && !loopbackHost.test(hostname)) {
    throw new ConfigurationError(
      'BASE_URL is not valid: production needs an https address; http is only for trying it out on localhost.',
    )
  }
}

const loopbackHost = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

function toLimits(values: Record<string, string | undefined>): Limits {
  const limits = parseLimits(values)
  if (typeof limits === 'string') {
    throw new ConfigurationError(
      `${limits} is not valid: a whole number above 0. The limits: ${limitNames.join(', ')}.`,
    )
  }
  return limits
}

function toNewsletter(action: string | undefined, fields: string | undefined) {
  const hidden = z.record(z.string(), z.coerce.string()).safeParse(parseJson(fields ?? '{}'))
  if (!hidden.success) {
    throw new ConfigurationError('NEWSLETTER_FIELDS is not valid: a JSON object of the hidden fields.')
  }
  return action ? { action, fields: hidden.data } : null
}

/** EX_CONFIG of sysexits.h: the operator must change the configuration (R-RUN-6). */
export const configurationExitCode = 78

/** The message is one sentence for the operator; the start ends with exit code 78. */
export class ConfigurationError extends Error {}

/** Creates DATA_DIR unless it exists. Throws ConfigurationError when it cannot be written. */
function prepareDataDir(dataDir: string): void {
  try {
    createFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw createWriteError(dataDir, error)
  }
}

/** Demo mode needs no setting: the secret is created once and stored with the data. */
function loadOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim()
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw createWriteError(dataDir, error)
  }
}

function createWriteError(dataDir: string, error: unknown): ConfigurationError {
  return new ConfigurationError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}.`)
}

/** What is wrong with a secret, as the rest of a sentence; null: nothing. Random characters do not match. */
export function findWeakness(secret: string): string | null {
  if (new Set(secret).size < Math.min(8, secret.length / 3)) return 'it hardly varies'
  if (findPeriod(secret) <= secret.length / 2) return 'it repeats itself'
  // In one of 100,000 random secrets in hexadecimal every second character is a neighbour, two in three in one of a billion.
  if (countRunSteps(secret) > (secret.length * 2) / 3) return 'it follows the alphabet or the keyboard'
  return placeholder.test(secret) ? 'it is a placeholder' : null
}

/** The length of the shortest part whose repetition is the text. */
function findPeriod(text: string): number {
  for (let length = 1; length < text.length; length++) {
    if (text.startsWith(text.slice(length))) return length
  }
  return text.length
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Neighbours of the alphabet, of the digits or of a keyboard's row, in either direction, and repeated characters. */
function countRunSteps(text: string): number {
  const lower = text.toLowerCase()
  const isStep = (a: string, b: string) =>
    a === b || rows.some(row => row.includes(a + b) || row.includes(b + a))
  return [...lower].filter((character, at) => at > 0 && isStep(lower[at - 1]!, character)).length
}

const placeholder =
  /change.?(me|this)|replace.?(me|this)|placeholder|passw[o0]rd|letmein|your.*secret|insert.?(your|here)/i

/** The name and address of a sender: 'Filterhouse <parts@example.com>', or a bare address. */
export function parseSender(text: string): { name: string; address: string } {
  const named = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text)
  if (!named) return { name: '', address: text.trim() }
  return { name: named[1]!.replace(/^"(.*)"$/, '$1'), address: named[2]! }
}
