import { join } from 'node:path'
import { checkDatabaseTypes } from './database-types.ts'
import { bin, createProgramStep, repositoryRoot } from './program.ts'
import type { CheckStep } from './step.ts'
import { createVitestStep } from './vitest.ts'

// Not node_modules/.bin/tsc, which both versions of the compiler claim.
const compiler = join(repositoryRoot, 'node_modules', 'typescript7', 'bin', 'tsc')
const createTypeCheck = (project: string) =>
  createProgramStep(process.execPath, compiler, '--noEmit', '-p', project)

/** In the order in which they start (see `check.ts`): what is quick and often wrong comes first. */
export const steps: CheckStep[] = [
  { name: 'lint', title: 'format and lint', run: createProgramStep(bin('biome'), 'ci', '--colors=off', '.') },
  { name: 'types', title: 'types', run: createTypeCheck('.') },
  {
    name: 'pure',
    title: 'pure files use no platform',
    run: createTypeCheck('tsconfig.pure.json'),
  },
  {
    name: 'boundaries',
    title: 'boundaries between features',
    run: createProgramStep(
      bin('depcruise'),
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'demo',
      'scripts',
      'bench',
    ),
  },
  { name: 'db-types', title: 'types of the database are fresh', run: checkDatabaseTypes },
  {
    name: 'calls-doc',
    title: 'docs/calls.md is fresh',
    run: createProgramStep(process.execPath, join(repositoryRoot, 'scripts', 'calls.ts'), '--check'),
  },
  {
    name: 'states-doc',
    title: 'docs/order-states.md is fresh',
    run: createProgramStep(process.execPath, join(repositoryRoot, 'scripts', 'states.ts'), '--check'),
  },
  {
    name: 'build',
    title: 'build',
    run: createProgramStep(process.execPath, join(repositoryRoot, 'scripts', 'run.mjs'), 'build'),
  },
  { name: 'unit', title: 'unit tests', run: createVitestStep('unit') },
  { name: 'api', title: 'API tests, PostgreSQL 18', run: createVitestStep('api') },
  {
    name: 'api-15',
    title: 'API tests, PostgreSQL 15',
    onlyWhenNamed: true,
    run: env => createVitestStep('api')({ ...env, TEST_POSTGRES: '15' }),
  },
  {
    name: 'e2e',
    title: 'end-to-end tests',
    needsBuild: true,
    run: createVitestStep('e2e'),
  },
  {
    name: 'back-office',
    title: 'what only staff do, calls and journeys',
    needsBuild: true,
    onlyWhenNamed: true,
    run: createVitestStep('back-office'),
  },
  {
    name: 'audits',
    title: 'audits: every screen for accessibility, every call with hostile input',
    needsBuild: true,
    onlyWhenNamed: true,
    run: createVitestStep('audits'),
  },
  {
    name: 'processes',
    title: 'shops and databases started, cut off and killed',
    needsBuild: true,
    onlyWhenNamed: true,
    run: createVitestStep('processes'),
  },
  {
    name: 'operations',
    title: 'operations: backups, upgrades, proxies, releases',
    needsBuild: true,
    onlyWhenNamed: true,
    run: createVitestStep('operations'),
  },
]
