import { join } from 'node:path'
import { checkDatabaseTypes } from './database-types.ts'
import { bin, program, root } from './program.ts'
import type { Step } from './step.ts'
import { vitest } from './vitest.ts'

/** In the order in which they run: what is quick and often wrong comes first. */
export const steps: Step[] = [
  { name: 'lint', title: 'format and lint', run: program(bin('biome'), 'ci', '--colors=off', '.') },
  { name: 'types', title: 'types', run: program(bin('tsc'), '--noEmit', '-p', '.') },
  {
    name: 'pure',
    title: 'pure files use no platform',
    run: program(bin('tsc'), '--noEmit', '-p', 'tsconfig.pure.json'),
  },
  {
    name: 'boundaries',
    title: 'boundaries between features',
    run: program(bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'src', 'demo', 'scripts', 'bench'),
  },
  { name: 'db-types', title: 'types of the database are fresh', run: checkDatabaseTypes },
  {
    name: 'calls-doc',
    title: 'docs/calls.md is fresh',
    run: program(process.execPath, join(root, 'scripts', 'calls.ts'), '--check'),
  },
  {
    name: 'states-doc',
    title: 'docs/order-states.md is fresh',
    run: program(process.execPath, join(root, 'scripts', 'states.ts'), '--check'),
  },
  {
    name: 'build',
    title: 'build',
    run: program(process.execPath, join(root, 'scripts', 'run.mjs'), 'build'),
  },
  { name: 'unit', title: 'unit tests', run: vitest('unit') },
  { name: 'api', title: 'API tests, PostgreSQL 18', run: vitest('api') },
  {
    name: 'api-15',
    title: 'API tests, PostgreSQL 15',
    onlyWhenNamed: true,
    run: env => vitest('api')({ ...env, TEST_POSTGRES: '15' }),
  },
  { name: 'e2e', title: 'end-to-end tests', needsBuild: true, run: vitest('e2e') },
]
