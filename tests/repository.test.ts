import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, isTest, read, root } from './support/sources.ts'

const require = createRequire(import.meta.url)
const boundaries = require('../boundaries.cjs') as {
  allowedImports: Record<string, string[]>
  browserFiles: string[]
}

const mostLines = { code: 300, tests: 400 }
/** Tables of data are as long as what they list. */
const dataTables = [
  /\.gen\.ts$/,
  /^src\/features\/delivery\/bank-holidays\.ts$/,
  /^demo\/(catalogue|people)\//,
]

const files = filesBelow()
const code = files.filter(file => /\.(ts|tsx|mjs|cjs)$/.test(file))
const inDemo = code.filter(file => file.startsWith('demo/') && !isTest(file))
const inSrc = code.filter(file => file.startsWith('src/') && !isTest(file))
const words = files.filter(file => !/\.(png|jpe?g|webp|avif|ico|woff2?|pdf)$/.test(file))

/** The files for which `breaks` has something to say, with what it says. */
function offenders(list: string[], breaks: (text: string, file: string) => string | false): string[] {
  return list.flatMap(file => {
    const complaint = breaks(read(file), file)
    return complaint === false ? [] : [`${file}: ${complaint}`]
  })
}

describe('files', () => {
  test('have one job each: none is longer than 300 lines (tests 400), tables of data aside', () => {
    const judged = code.filter(file => !dataTables.some(table => table.test(file)))
    const long = offenders(judged, (text, file) => {
      const lines = text.split('\n').length - 1
      const most = isTest(file) || file.startsWith('tests/') ? mostLines.tests : mostLines.code
      return lines > most && `${lines} lines`
    })
    expect(long).toEqual([])
    expect(judged.length).toBeGreaterThan(50)
  })

  test('say what they take and give: no `any`, no silenced compiler, no test switched off', () => {
    const shortcuts =
      /(?:[:<|]\s*|\bas )any\b(?=[\s;,)>|=[\]])(?! [a-z])|@ts-(?:ignore|nocheck|expect-error)|\.(?:skip|only|todo)\(/
    const typed = code.filter(file => /\.tsx?$/.test(file) && file !== 'tests/repository.test.ts')
    expect(offenders(typed, text => firstMatch(withoutComments(text), shortcuts))).toEqual([])
  })

  test('leave nothing for later', () => {
    const marks = new RegExp(
      `\\b(?:${['TO', 'FIX', 'XX'].map((a, i) => a + ['DO', 'ME', 'X'][i]).join('|')})\\b`,
    )
    expect(offenders(code, text => firstMatch(text, marks))).toEqual([])
  })

  test('export by name, outside of what a tool wants', () => {
    const configurations = ['vite.config.ts', 'vitest.config.ts']
    const judged = code.filter(file => /\.tsx?$/.test(file) && !configurations.includes(file))
    expect(offenders(judged, text => firstMatch(text, /^export default\b/m))).toEqual([])
  })

  test('know no machine and no package registry', () => {
    const places = new RegExp(
      [
        '/(?:root|work|home/\\w+|Users/\\w+)/',
        'registry\\.[a-z]+\\.',
        'npmjs\\.(?:org|com)',
        'yarnpkg\\.com',
      ].join('|'),
    )
    const judged = words.filter(file => file !== 'tests/repository.test.ts')
    expect(offenders(judged, text => firstMatch(text, places))).toEqual([])
  })
})

describe('pure files', () => {
  const serverNames = /(?:^|\/)(?:queries|service|plugin|jobs)\.ts$|\.(?:server|client)\.ts$/
  const pure = inSrc.filter(
    file =>
      file.endsWith('.ts') &&
      /^src\/(?!infra\/)[^/]+\//.test(file) &&
      !serverNames.test(file) &&
      !boundaries.browserFiles.includes(file),
  )

  test('are handed the clock and the dice', () => {
    const ambient =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bnew Intl\.DateTimeFormat\(\)/
    expect(offenders(pure, text => firstMatch(withoutComments(text), ambient))).toEqual([])
    expect(pure.length).toBeGreaterThan(30)
  })

  test('are all compiled without Node and browser: tsconfig.pure.json leaves out no more than the names say', () => {
    const { exclude } = JSON.parse(read('tsconfig.pure.json')) as { exclude: string[] }
    const left = exclude.filter(path => !path.includes('*') && path.includes('/ui/'))
    expect(left).toEqual(boundaries.browserFiles)
    const rest = exclude.filter(path => !left.includes(path))
    expect(rest).toEqual([
      'src/**/*.test.ts',
      ...['queries', 'service', 'plugin', 'jobs'].map(name => `src/**/${name}.ts`),
      ...['server', 'client'].map(name => `src/**/*.${name}.ts`),
      'src/infra',
      'src/*.ts',
    ])
  })
})

describe('features', () => {
  const inFeatures = join(root, 'src', 'features')
  const folders = readdirSync(inFeatures)

  test('are the folders of src/features: each has its list in boundaries.cjs, and each list its folder', () => {
    const adminFolders = folders
      .filter(folder => existsSync(join(inFeatures, folder, 'admin')))
      .map(folder => `${folder}/admin`)
    const listed = Object.keys(boundaries.allowedImports)
    expect([...folders, ...adminFolders].sort()).toEqual(listed.sort())
  })

  test('are imported under their own names', () => {
    const listed = Object.keys(boundaries.allowedImports)
    const unknown = Object.values(boundaries.allowedImports)
      .flat()
      .filter(feature => !listed.includes(feature))
    expect(unknown).toEqual([])
  })

  test('have no index files', () => {
    expect(code.filter(file => /\/index\.tsx?$/.test(file))).toEqual([])
  })
})

describe('screens', () => {
  const product = [...inSrc, ...inDemo]
  const screens = product.filter(file => /^(?:src|demo)\/(?:[^/]+\/)+[^/]+Page\.tsx$/.test(file))

  test('are found by name: definePage says the file', () => {
    const wrong = offenders(screens, (text, file) => {
      const wanted = posix.relative('src', file).slice(0, -'.tsx'.length)
      const said = [...text.matchAll(/\bdefinePage\(\s*'([^']+)'/g)].map(match => match[1])
      return (said.length !== 1 || said[0] !== wanted) && `definePage says ${said.join(', ') || 'nothing'}`
    })
    expect(wrong).toEqual([])
    expect(screens.length).toBeGreaterThan(3)
  })

  test('are defined nowhere else', () => {
    const others = product.filter(file => !screens.includes(file) && file !== 'src/ui/page.ts')
    expect(offenders(others, text => firstMatch(text, /\bdefinePage\(/))).toEqual([])
  })
})

describe('settings', () => {
  const setting =
    /\b(?:SHOP_[A-Z]+|OPAYO_[A-Z_]+|LIMIT_[A-Z_]+|SMTP_URL|MAIL_FROM|DATA_DIR|DATABASE_URL|DATABASE_READ_URL|BASE_URL|SESSION_[A-Z_]+|SANDBOX_PORT|STAFF_2FA|NEWSLETTER_[A-Z]+|LOG_LEVEL|TRUST_PROXY|METRICS_TOKEN)\b/g
  const namesIn = (text: string) => new Set(text.match(setting) ?? [])

  test('that the documents name are settings that exist', async () => {
    const { limitNames } = await import('../src/infra/rate-limit/limits.ts')
    const known = new Set([...namesIn(read('src/infra/config.ts')), ...limitNames])
    const documents = files.filter(
      file => /\.md$|^compose\.yaml$/.test(file) && !file.startsWith('docs/decisions/'),
    )
    const unknown = offenders(
      documents,
      text => [...namesIn(text)].filter(name => !known.has(name)).join(', ') || false,
    )
    expect(unknown).toEqual([])
  })

  test('are all told to the operator', async () => {
    const { limitNames } = await import('../src/infra/rate-limit/limits.ts')
    const told = files
      .filter(file => /^(?:README\.md|docs\/[^/]+\.md)$/.test(file))
      .map(read)
      .join('\n')
    const wanted = [...namesIn(read('src/infra/config.ts')), ...limitNames].filter(name => !/_$/.test(name))
    expect(wanted.filter(name => !told.includes(name))).toEqual([])
  })
})

describe('packages', () => {
  test('are locked by content, not by where one machine found them', () => {
    const lock = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, Record<string, unknown>>
    }
    const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
    expect(entries.filter(([, entry]) => 'resolved' in entry).map(([path]) => path)).toEqual([])
    // Programs for other machines may be listed by version alone.
    const open = entries.filter(([, entry]) => !('integrity' in entry) && !(entry.optional && entry.cpu))
    expect(open.map(([path]) => path)).toEqual([])
  })

  test('are asked for in exact versions', () => {
    const wanted = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    const versions = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap(kind =>
      Object.entries(wanted[kind] ?? {}),
    )
    expect(
      versions.filter(([, version]) => !/^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
    ).toEqual([])
  })

  test('are run by commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const known = read('scripts/run.mjs')
    for (const [name, line] of Object.entries(scripts)) {
      // `exec`: signals reach the runner, and not a shell that dies without passing them on.
      expect(line).toBe(`exec node scripts/run.mjs ${name}`)
      expect(known).toMatch(new RegExp(`^ {2}(?:async )?${name}[(:]`, 'm'))
    }
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(['start', 'test', 'check', 'import', 'seed', 'bench']),
    )
  })
})

function firstMatch(text: string, pattern: RegExp): string | false {
  const match = pattern.exec(text)
  return match ? `line ${text.slice(0, match.index).split('\n').length}: ${match[0].trim()}` : false
}

/** Blanks out comments, so that line numbers stay. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1')
}
