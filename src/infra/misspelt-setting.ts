/**
 * A variable of the environment that is probably a misspelt setting (R-RUN-6): one of the shop's prefixes, or a name
 * close to a setting's. Other programs' variables, which a shell, a desktop or a container platform sets, are none.
 */
export function findMisspeltSetting(
  env: Record<string, string | undefined>,
  settings: readonly string[],
): { name: string; meant: string[] } | null {
  for (const [name, value = ''] of Object.entries(env)) {
    if (settings.includes(name) || isOfOtherProgram(name, value)) continue
    const nearest = findNearest(name, settings)
    if (nearest) return { name, meant: [nearest] }
    const prefix = prefixes.find(candidate => name.startsWith(candidate))
    if (prefix) return { name, meant: listMeant(name, prefix, settings) }
  }
  return null
}

/** DELIVERY_COLLECTION_POINT means COLLECTION_POINT; else it may be each setting with the prefix. */
function listMeant(name: string, prefix: string, settings: readonly string[]): string[] {
  const ending = settings.find(setting => setting.length >= shortestName && name === `${prefix}${setting}`)
  return ending ? [ending] : settings.filter(setting => setting.startsWith(prefix))
}

// Of the payment providers, the limits, and of settings whose first word other programs do not use.
const prefixes = [
  ...['OPAYO_', 'LIMIT_', 'SHOP_', 'SESSION_', 'SMTP_', 'DATABASE_', 'STAFF_', 'METRICS_', 'NEWSLETTER_'],
  ...['SANDBOX_', 'TRUST_', 'MIGRATE_', 'DELIVERY_', 'COLLECTION_', 'RETURNS_', 'TERMS', 'MINIMUM_'],
]

const otherPrograms = new Set([
  'SESSION_MANAGER', // the desktop's
  'DATADIR',
  'LOGLEVEL',
])

/** Kubernetes and Docker describe services by variables: a database called `database` is `DATABASE_PORT=tcp://…`. */
function isOfOtherProgram(name: string, value: string): boolean {
  return (
    otherPrograms.has(name) ||
    /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP)(?:_|$)|_ENV_/.test(name) ||
    (/_(?:PORT|NAME)$/.test(name) && /^(?:tcp|udp|\/)/.test(value))
  )
}

const shortestName = 7
const maxEdits = 2

function findNearest(name: string, settings: readonly string[]): string | null {
  const upper = name.toUpperCase()
  const candidates = settings
    .filter(setting => setting.length >= shortestName)
    .map(setting => ({ setting, edits: countEdits(upper, setting) }))
    .sort((a, b) => a.edits - b.edits)
  const [nearest] = candidates
  return nearest && nearest.edits <= maxEdits ? nearest.setting : null
}

/** Letters to insert, remove, replace or swap with their neighbour. */
function countEdits(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1
  const table: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(table[i - 1]![j]! + 1, row[j - 1]! + 1, table[i - 1]![j - 1]! + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) row[j] = Math.min(row[j]!, table[i - 2]![j - 2]! + 1)
    }
    table[i] = row
  }
  return table[a.length]![b.length]!
}
