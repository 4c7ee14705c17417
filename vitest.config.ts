import { configDefaults, defineConfig } from 'vitest/config'

// A busy machine is slow; vitest's own limit is one second.
const expectOptions = { poll: { timeout: 15_000 } }
const oldestPostgres = process.env.TEST_POSTGRES === '15'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect: expectOptions,
          testTimeout: 60_000,
          include: [
            '{src,demo}/**/*.test.{ts,tsx}',
            'bench/*.test.ts',
            'tests/*.test.ts',
            'tests/media/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/infra/**/*.test.ts'],
          // The tests of the embedded PostgreSQL choose its version themselves: once is enough.
          exclude: [
            ...configDefaults.exclude,
            ...(oldestPostgres ? ['tests/infra/embedded-postgres*.test.ts'] : []),
          ],
          globalSetup: 'tests/support/postgres-setup.ts',
          // Each waits for its database most of the time; by default vitest leaves a core free.
          maxWorkers: 2,
          expect: expectOptions,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: { poll: { timeout: 30_000 } },
          include: ['tests/e2e/**/*.e2e.ts'],
          globalSetup: 'tests/support/e2e-setup.ts',
          // Each file has a server, a database and a browser of its own, which mostly wait for each other.
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
