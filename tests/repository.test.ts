import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operatorCommands } from '../scripts/run/operator-commands.mjs'
import { settingNames } from '../src/infra/config.ts'
import { filesBelow, isTest, read, root } from './support/sources.ts'

const require = createRequire(import.meta.url)
const boundaries = require('../boundaries.cjs') as {
  allowedImports: Record<string, string[]>
  browserFiles: string[]
}

const files = filesBelow()
const code = files.filter(file => /\.(ts|tsx|mjs|cjs)$/.test(file))
const inDemo = code.filter(file => file.startsWith('demo/') && !isTest(file))
const inSrc = code.filter(file => file.startsWith('src/') && !isTest(file))
const textFiles = files.filter(file => !/\.(png|jpe?g|webp|avif|ico|woff2?|pdf)$/.test(file))

/** The files for which `check` returns a complaint, with that complaint. */
function listOffenders(list: string[], check: (text: string, file: string) => string | false): string[] {
  return list.flatMap(file => {
    const complaint = check(read(file), file)
    return complaint === false ? [] : [`${file}: ${complaint}`]
  })
}

describe('files', () => {
  test('have no `any`, no suppressed compiler error and no disabled test', () => {
    const shortcuts =
      /(?:[:<|]\s*|\bas )any\b(?=[\s;,)>|=[\]])(?! [a-z])|@ts-(?:ignore|nocheck|expect-error)|\.(?:skip|only|todo)\(/
    const typed = code.filter(file => /\.tsx?$/.test(file) && file !== 'tests/repository.test.ts')
    expect(listOffenders(typed, text => firstMatch(withoutComments(text), shortcuts))).toEqual([])
  })

  test('of migrations add CHECKs to existing tables without reading them under a lock (CONTRIBUTING.md)', () => {
    const migrations = files.filter(file => /^db\/migrations\/.*\.sql$/.test(file))
    // Released before the rule.
    const coming = migrations.filter(file => file > 'db/migrations/066')
    const listChecks = (text: string) =>
      text
        .replace(/--.*/g, '')
        .split(';')
        .filter(statement => /\balter table\b/i.test(statement) && /\bcheck\s*\(/i.test(statement))
    expect(
      listOffenders(migrations, text => listChecks(text).length > 0 && 'has one').length,
    ).toBeGreaterThan(3)
    const isLocking = (statement: string) => !/\bnot valid\b/i.test(statement)
    expect(listOffenders(coming, text => listChecks(text).some(isLocking) && 'not valid is missing')).toEqual(
      [],
    )
  })

  test('have no notes of unfinished work', () => {
    const marks = new RegExp(
      `\\b(?:${['TO', 'FIX', 'XX'].map((a, i) => a + ['DO', 'ME', 'X'][i]).join('|')})\\b`,
    )
    expect(listOffenders(code, text => firstMatch(text, marks))).toEqual([])
  })

  test('have no default exports, except the configuration of tools', () => {
    const configurations = ['vite.config.ts', 'vitest.config.ts']
    const checkedFiles = code.filter(file => /\.tsx?$/.test(file) && !configurations.includes(file))
    expect(listOffenders(checkedFiles, text => firstMatch(text, /^export default\b/m))).toEqual([])
  })

  test('do not depend on one machine or package registry', () => {
    const machinePaths = new RegExp(
      [
        '/(?:root|work|home/\\w+|Users/\\w+)/',
        'registry\\.[a-z]+\\.',
        'npmjs\\.(?:org|com)',
        'yarnpkg\\.com',
      ].join('|'),
    )
    const checkedFiles = textFiles.filter(file => file !== 'tests/repository.test.ts')
    expect(listOffenders(checkedFiles, text => firstMatch(text, machinePaths))).toEqual([])
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

  test('get the time and random numbers as parameters', () => {
    const ambient =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bnew Intl\.DateTimeFormat\(\)/
    expect(listOffenders(pure, text => firstMatch(withoutComments(text), ambient))).toEqual([])
    expect(pure.length).toBeGreaterThan(30)
  })

  test('are compiled without Node and browser types: tsconfig.pure.json excludes only files with other roles', () => {
    const { exclude } = JSON.parse(read('tsconfig.pure.json')) as { exclude: string[] }
    const browserFiles = exclude.filter(path => !path.includes('*') && path.includes('/ui/'))
    expect(browserFiles).toEqual(boundaries.browserFiles)
    const otherExcludes = exclude.filter(path => !browserFiles.includes(path))
    expect(otherExcludes).toEqual([
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

  test('are the folders of src/features, each with a list in boundaries.cjs', () => {
    const adminFolders = folders
      .filter(folder => existsSync(join(inFeatures, folder, 'admin')))
      .map(folder => `${folder}/admin`)
    const listed = Object.keys(boundaries.allowedImports)
    expect([...folders, ...adminFolders].sort()).toEqual(listed.sort())
  })

  test('are named in boundaries.cjs as their folders', () => {
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

  test('call definePage with the name of their file', () => {
    const wrong = listOffenders(screens, (text, file) => {
      const expected = posix.relative('src', file).slice(0, -'.tsx'.length)
      const names = [...text.matchAll(/\bdefinePage\(\s*'([^']+)'/g)].map(match => match[1])
      return (
        (names.length !== 1 || names[0] !== expected) && `definePage has ${names.join(', ') || 'no name'}`
      )
    })
    expect(wrong).toEqual([])
    expect(screens.length).toBeGreaterThan(3)
  })

  test('cut nothing that is typed or pasted: the rule of a field says when it is too long (R-UX-61)', () => {
    const screens = inSrc.filter(file => file.endsWith('.tsx'))
    expect(listOffenders(screens, text => /\bmaxLength=/.test(text) && 'has maxLength')).toEqual([])
  })

  test('are defined in files named …Page.tsx only', () => {
    const otherFiles = product.filter(file => !screens.includes(file) && file !== 'src/ui/page.ts')
    expect(listOffenders(otherFiles, text => firstMatch(text, /\bdefinePage\(/))).toEqual([])
  })
})

describe('settings', () => {
  // Whatever has the first word of a setting looks like one: SHOP_…, OPAYO_….
  const prefixes = new Set(settingNames.filter(name => name.includes('_')).map(name => name.split('_')[0]))
  const likeSetting = new RegExp(`\\b(?:${[...prefixes].join('|')})_[A-Z0-9_]*[A-Z0-9]\\b`, 'g')

  test('that the documents name exist', () => {
    const documents = files.filter(
      file => /\.md$|^compose\.yaml$/.test(file) && !file.startsWith('docs/decisions/'),
    )
    const unknown = listOffenders(
      documents,
      text => text.match(likeSetting)?.find(name => !settingNames.includes(name)) ?? false,
    )
    expect(unknown).toEqual([])
  })

  test('are all documented for the operator', () => {
    const documentation = read('docs/operations.md')
    expect(settingNames.filter(name => !documentation.includes(`| \`${name}\` |`))).toEqual([])
  })

  test('are all in R-RUN-5', () => {
    const requirement = /\*\*R-RUN-5\*\*.*/.exec(read('docs/requirements.md'))![0]
    const listed = [...requirement.matchAll(/`([A-Z][A-Z0-9_]+\*?)`/g)].map(match => match[1]!)
    const isListed = (name: string) =>
      listed.some(entry => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry))
    expect(settingNames.filter(name => !isListed(name))).toEqual([])
  })
})

describe('packages', () => {
  test('are locked by their content, not by the registry of one machine', () => {
    const lock = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, Record<string, unknown>>
    }
    const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
    expect(entries.filter(([, entry]) => 'resolved' in entry).map(([path]) => path)).toEqual([])
    const unlocked = entries.filter(([, entry]) => !('integrity' in entry))
    expect(unlocked.map(([path]) => path)).toEqual([])
  })

  test('are required in exact versions', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    const versions = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap(kind =>
      Object.entries(manifest[kind] ?? {}),
    )
    expect(
      versions.filter(([, version]) => !/^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
    ).toEqual([])
  })

  test('have scripts that run commands of scripts/run.mjs', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const runner = read('scripts/run.mjs')
    for (const [name, line] of Object.entries(scripts)) {
      // The check's own `build` makes no release folder.
      const command = name === 'build' ? 'release' : name
      // `exec` replaces the shell, which would not pass signals on to the runner.
      expect(line).toBe(`exec node scripts/run.mjs ${command}`)
      if (operatorCommands.includes(command)) continue
      expect(runner).toMatch(new RegExp(`^ {2}(?:async )?'?${command}'?[(:]`, 'm'))
    }
    for (const name of operatorCommands) expect(scripts, name).toHaveProperty(name)
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(['start', 'test', 'build', 'check', 'import', 'seed', 'bench']),
    )
  })
})

describe('limits by address', () => {
  // The payment provider needs the address itself, and the proof of a consent names the exact address.
  const exceptions =
    /toClientNetwork\(request\.ip\)|hashIp\(\S+, request\.ip\)|openPayment\(|openDuePayment\(/

  test('count client networks (R-CALL-13): nothing else reads the address of a request', () => {
    const readsAddress = (text: string) =>
      text.split('\n').find(line => /\brequest\.ip\b/.test(line) && !exceptions.test(line)) ?? false
    // The doctor is shown the address as it arrives.
    const checkedFiles = inSrc.filter(file => file !== 'src/infra/observability/request-view.ts')
    expect(listOffenders(checkedFiles, readsAddress)).toEqual([])
    expect(
      listOffenders(checkedFiles, text => firstMatch(text, /\{[^}\n]*\bip\b[^}\n]*\} = request\b/)),
    ).toEqual([])
  })
})

function firstMatch(text: string, pattern: RegExp): string | false {
  const match = pattern.exec(text)
  return match ? `line ${text.slice(0, match.index).split('\n').length}: ${match[0].trim()}` : false
}

/** Replaces comments by blanks, which keeps line numbers. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1')
}
